"""Every kind of page by keyboard alone: what has the focus, in which order, and that it is seen."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import SIZES, Open, resize
from tests.web.fake_desk import GAME
from tests.web.server import Client

SUGGESTED = ".suggestions [role=option]"
SPARE = 12
"""More presses than things counted: what comes late, such as how a text is understood, may hold buttons too."""
ENTRY = f"/rules/{GAME}/second/lantern"
# Notes what takes the focus; a fault where it is not seen: no outline, off the screen, or hidden behind something.
WATCH = """() => {
  const targets = [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')]
    .filter(e => e.checkVisibility() && e.tabIndex >= 0 && e.type !== 'hidden' && !e.disabled)
    .filter(e => e.type !== 'radio' || e.checked || !e.closest('[role=radiogroup]')?.querySelector(':checked')
      && e === e.closest('[role=radiogroup]').querySelector('input')) // one stop a group
    .slice(0, 80); // a long page of like links tells no more than its beginning
  window.walked = {targets, reached: [], faults: []};
  document.body.tabIndex = -1; // begin above a field that has the focus from the start
  document.body.focus();
  document.body.removeAttribute('tabindex');
  document.addEventListener('focusin', ({target}) => {
    const {targets, reached, faults} = window.walked;
    if (!targets.includes(target)) return;
    reached.push(target);
    const told = target.outerHTML.slice(0, 100);
    const style = getComputedStyle(target.closest('.chip') ?? target);
    if (style.outlineStyle === 'none' || parseFloat(style.outlineWidth) < 2) faults.push('no outline: ' + told);
    const box = (target.closest('.chip') ?? target).getClientRects()[0]; // of a link on several lines the first
    const [x, y] = [box.x + Math.min(box.width / 2, 20), box.y + Math.min(box.height / 2, 20)];
    const there = document.elementFromPoint(x, y);
    if (!there || !(target.contains(there) || there.contains(target) || there.closest('label')?.control === target))
      faults.push('not seen: ' + told);
  });
  return targets.length;
}"""
WALKED = """() => {
  const {targets, reached, faults} = window.walked;
  const missed = targets.filter(e => !reached.includes(e)).map(e => 'never reached: ' + e.outerHTML.slice(0, 100));
  const order = reached.slice(0, targets.length);
  const jumps = order.filter((e, i) => e !== targets[i]).map(e => 'out of order: ' + e.outerHTML.slice(0, 100));
  return [...faults, ...missed, ...jumps];
}"""


def test_tab_reaches_everything_in_reading_order_and_the_focus_is_seen(shown: Page) -> None:
    resize(shown, 375, 700)
    shown.emulate_media(reduced_motion="reduce")
    for _ in range(shown.evaluate(WATCH) + SPARE):
        shown.keyboard.press("Tab")
    assert shown.evaluate(WALKED) == []


def test_the_skip_link_comes_first_and_leads_past_the_header(site: Client, visit: Open) -> None:
    page = visit(site, ENTRY)
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.locator("main a").first).to_be_focused()


def test_slash_goes_to_the_search_box_except_while_typing(site: Client, visit: Open) -> None:
    page = visit(site, ENTRY)
    page.keyboard.press("/")
    box = page.get_by_label("Search the rules")
    expect(box).to_be_focused()
    page.keyboard.type("a/b?")
    expect(box).to_have_value("a/b?")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_question_mark_opens_the_help_and_escape_gives_the_focus_back(site: Client, visit: Open) -> None:
    page = visit(site, ENTRY)
    before = page.get_by_role("link", name="Resolve")
    before.focus()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("to the search box")
    expect(page.get_by_role("button", name="Close")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(before).to_be_focused()


def three_suggestions(site: Client, visit: Open) -> tuple[Locator, Locator]:
    """The box of the search page with “la” typed, and the three suggestions that have come."""
    page = visit(site, "/")
    box = page.get_by_role("combobox", name="What do you look for?")
    box.press_sequentially("la")
    options = page.locator(SUGGESTED)
    expect(options).to_have_count(3)
    return box, options


def test_suggestions_are_chosen_by_keyboard(site: Client, visit: Open) -> None:
    box, options = three_suggestions(site, visit)
    expect(box).to_have_attribute("aria-expanded", "true")
    box.press("ArrowDown")
    expect(options.first).to_have_attribute("aria-selected", "true")
    box.press("ArrowUp")
    expect(options.last).to_have_attribute("aria-selected", "true")
    expect(box).to_have_attribute("aria-activedescendant", str(options.last.get_attribute("id")))
    expect(box).to_be_focused()
    headword = options.last.locator("span").first.inner_text()
    box.press("Enter")
    box.page.wait_for_url(f"**/rules/{GAME}/**")
    expect(box.page.get_by_role("heading", level=1)).to_have_text(headword)


def test_a_suggestion_marked_stays_marked_while_more_letters_come(site: Client, visit: Open) -> None:
    box, options = three_suggestions(site, visit)
    box.press("ArrowDown")
    box.press("n")
    expect(options).to_have_count(2)
    expect(options.first).to_have_attribute("aria-selected", "true")
    expect(box).to_have_attribute("aria-activedescendant", str(options.first.get_attribute("id")))


def test_escape_closes_the_suggestions_and_enter_searches(site: Client, visit: Open) -> None:
    page = visit(site, "/")
    box = page.get_by_role("combobox", name="What do you look for?")
    box.press_sequentially("lan")
    expect(page.locator(SUGGESTED)).to_have_count(2)
    box.press("Escape")
    expect(page.locator(".suggestions")).to_be_hidden()
    expect(box).to_have_value("lan")
    box.press("Enter")
    page.wait_for_url("**/?q=lan&game=")


def test_suggestions_at_the_top_of_a_phone_stay_on_the_screen(site: Client, visit: Open) -> None:
    page = visit(site, ENTRY, "phone")
    page.keyboard.press("/")
    page.keyboard.type("lan")
    expect(page.locator(SUGGESTED)).to_have_count(2)
    for option in page.locator(SUGGESTED).all():
        box = option.bounding_box()
        assert box and box["x"] >= 0 and box["x"] + box["width"] <= SIZES["phone"]["width"] and box["height"] >= 44


def test_the_menu_of_a_paragraph_is_worked_by_keyboard(site: Client, visit: Open) -> None:
    page = visit(site, ENTRY)
    mark = page.locator("#p-1 .permalink")
    mark.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Copy link")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Copy citation")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Copy link")).to_have_count(0)
    expect(mark).to_be_focused()


def test_a_dispute_is_built_and_resolved_by_keyboard_alone(site: Client, visit: Open) -> None:
    page = visit(site, f"/resolve?game={GAME}")

    def tab_to(wanted: str) -> None:
        for _ in range(200):
            if page.evaluate("w => document.activeElement.matches(w)", wanted):
                return
            page.keyboard.press("Tab")
        raise AssertionError(f"never reached: {wanted}")

    tab_to("#cards-0-name")
    page.keyboard.type("Flare")
    tab_to("button[value=add-card]")
    page.keyboard.press("Enter")
    expect(page.locator("#cards-1-name")).to_be_focused()
    page.keyboard.type("Snuff")
    tab_to("button[value=resolve]")
    page.keyboard.press("Enter")
    page.wait_for_url("**/rulings/build0000001/*")
    expect(page.locator(".order li")).to_have_count(2)
