"""Resolving a dispute in a real browser, at phone and desktop size, with and without JavaScript."""

from __future__ import annotations

from playwright.sync_api import expect

from judge.web.dispute_in_address import pack
from tests.browser.conftest import Held, Open, everywhere, wait_until
from tests.browser.hand import PHONE
from tests.browser.kinds import KINDS
from tests.web.fake_desk import GAME
from tests.web.server import Client


@everywhere
def test_build_a_dispute_and_read_the_ruling(site: Client, visit: Open, size: str, scripts: bool) -> None:
    page = visit(site, "/resolve", size, scripts)
    page.get_by_label("Game", exact=True).select_option(GAME)
    if not scripts:
        page.get_by_role("button", name="Show the fields of this game").click()
    page.get_by_label("Occurrence").select_option("strike")
    if not scripts:
        page.get_by_role("button", name="Show its fields").click()
    page.get_by_label("Attacker").fill("Moth")
    page.get_by_label("Name (optional)").fill("Anna")
    page.fill("#cards-0-name", "Flare")
    page.get_by_role("button", name="Add a card").click()
    page.fill("#cards-1-name", "Snuff")
    page.fill("#cards-1-text", "Interrupt: <u>hiss</u>.")
    page.get_by_role("button", name="Move this card up").nth(1).click()
    expect(page.locator("#cards-0-name")).to_have_value("Snuff")
    page.get_by_role("button", name="Resolve").last.click()
    page.wait_for_url("**/rulings/build0000001/*")
    expect(page.locator(".order li")).to_have_count(2)
    expect(page.locator(".order li").first).to_contain_text("Snuff")
    expect(page.locator("#step-1").get_by_text("<u>hiss</u>")).to_be_visible()
    resolved = page.locator(".timeline .panel").first
    resolved.get_by_role("link", name="Lantern").click()
    page.wait_for_url(f"**/rules/{GAME}/second/lantern#p-1")


def test_rows_come_and_go_without_a_reload_and_the_focus_follows(site: Client, visit: Open) -> None:
    page = visit(site, f"/resolve?game={GAME}")
    page.evaluate("window.sameDocument = true")
    page.fill("#cards-0-name", "Flare")
    page.get_by_role("button", name="Add a card").click()
    expect(page.locator("#cards-1-name")).to_be_focused()
    expect(page.locator("#said")).to_have_text("Added card 2.")
    page.get_by_role("button", name="Move this card down").first.click()
    expect(page.locator("#cards-1-name")).to_have_value("Flare")
    expect(page.locator("button[value=down-card-1]")).to_be_focused()
    page.get_by_role("button", name="Remove this card").first.click()
    expect(page.locator(".card-row")).to_have_count(1)
    expect(page.locator("#cards-0-name")).to_have_value("Flare")
    assert page.evaluate("window.sameDocument")


def test_a_text_is_shown_as_understood_while_one_types(site: Client, visit: Open) -> None:
    page = visit(site, f"/resolve?game={GAME}")
    page.locator("#cards-0-text").press_sequentially("Interrupt: <b>x</b>", delay=5)
    expect(page.locator("[data-understood]")).to_contain_text("the lantern is lit (this moment was not recognised)")


def test_names_typed_are_offered_where_a_name_is_asked_for(site: Client, visit: Open) -> None:
    page = visit(site, f"/resolve?game={GAME}")
    page.fill("#players-0-name", "Anna")
    page.fill("#cards-0-name", "Flare")
    page.locator("#cards-0-name").blur()
    expect(page.locator("label.chip[for^=cards-0-controller]")).to_have_text(["Anna", "scenario"])
    offered = page.eval_on_selector_all("#controllers option", "options => options.map(o => o.value)")
    assert offered == ["Anna", "scenario"]
    assert page.eval_on_selector_all("#names option", "options => options.map(o => o.value)") == ["Anna", "Flare"]


def test_a_lost_network_falls_back_to_a_plain_form(site: Client, visit: Open) -> None:
    page = visit(site, f"/resolve?game={GAME}")
    page.fill("#cards-0-name", "Flare")
    lost = {"fetch": lambda route: route.abort()}
    page.route("**/resolve", lambda route: lost.get(route.request.resource_type, lambda r: r.continue_())(route))
    page.get_by_role("button", name="Add a card").click()
    expect(page.locator(".card-row")).to_have_count(2)
    expect(page.locator("#cards-0-name")).to_have_value("Flare")


def test_what_is_typed_while_the_server_answers_is_kept(site: Client, visit: Open) -> None:
    page = visit(site, f"/resolve?game={GAME}")
    held = Held(page, "**/resolve")
    page.get_by_label("Occurrence").select_option("strike")
    held.wait()
    page.get_by_label("Name (optional)").fill("Anna")
    page.fill("#cards-0-name", "Flare")
    held.release()
    expect(page.get_by_label("Attacker")).to_be_visible()
    expect(page.get_by_label("Name (optional)")).to_have_value("Anna")
    expect(page.locator("#cards-0-name")).to_have_value("Flare")


def test_typing_goes_on_where_it_was_when_the_server_has_answered(site: Client, visit: Open) -> None:
    page = visit(site, f"/resolve?game={GAME}")
    held = Held(page, "**/resolve")
    page.get_by_label("Occurrence").select_option("strike")
    held.wait()
    page.get_by_label("Name (optional)").fill("An")
    held.release()
    expect(page.get_by_label("Attacker")).to_be_visible()
    page.keyboard.insert_text("na")
    expect(page.get_by_label("Name (optional)")).to_have_value("Anna")


def test_what_is_chosen_before_the_script_is_there_counts(site: Client, visit: Open) -> None:
    page = visit(site, "/")
    held = Held(page, "**/resolve.js*")
    page.goto(f"{page.url}resolve?game={GAME}", wait_until="commit")
    page.get_by_label("Occurrence").select_option("strike")
    held.wait()
    expect(page.get_by_label("Attacker")).to_have_count(0)
    held.release()
    expect(page.get_by_label("Attacker")).to_be_visible()


def test_what_was_typed_outlives_a_reload_and_the_way_back(site: Client, visit: Open) -> None:
    page = visit(site, f"/resolve?game={GAME}")
    page.fill("#cards-0-name", "Flare")
    page.get_by_role("button", name="Add a card").click()
    page.fill("#cards-1-name", "Snuff")
    page.reload()
    expect(page.locator("#cards-1-name")).to_have_value("Snuff")
    page.get_by_role("button", name="Resolve").last.click()
    page.wait_for_url("**/rulings/build0000001/*")
    page.go_back()
    expect(page.locator("#cards-0-name")).to_have_value("Flare")
    expect(page.locator("#cards-1-name")).to_have_value("Snuff")


def test_what_is_too_large_is_told_before_it_is_sent(site: Client, visit: Open) -> None:
    page = visit(site, f"/resolve?game={GAME}")
    page.evaluate("document.getElementById('cards-0-text').value = 'x'.repeat(2000000)")
    page.get_by_role("button", name="Resolve").last.click()
    expect(page.locator("#size-problem")).to_contain_text("at most 250 kB")
    assert page.evaluate("document.getElementById('cards-0-text').value.length") == 2_000_000


def test_without_javascript_going_back_from_a_refusal_finds_everything_typed(site: Client, visit: Open) -> None:
    page = visit(site, f"/resolve?game={GAME}", scripts=False)
    page.fill("#cards-0-name", "Flare")
    page.fill("#cards-0-text", "x" * 1_100_000)
    page.get_by_role("button", name="Resolve").last.click()
    expect(page.get_by_role("alert")).to_contain_text("at most 250 kB")
    page.go_back()
    expect(page.locator("#cards-0-name")).to_have_value("Flare")


def test_a_what_if_gives_another_ruling_and_back(site: Client, visit: Open) -> None:
    page = visit(site, f"/resolve?game={GAME}")
    page.fill("#cards-0-name", "Flare")
    page.get_by_role("button", name="Resolve").last.click()
    page.get_by_role("button", name="Flare is not used").click()
    expect(page.get_by_role("heading", name="What does not resolve")).to_be_visible()
    page.get_by_role("button", name="Flare is used").click()
    expect(page.locator(".order li")).to_have_count(1)


def test_the_address_and_the_text_of_a_ruling_are_copied(site: Client, visit: Open) -> None:
    page = visit(site, f"/resolve?game={GAME}", permissions=["clipboard-read", "clipboard-write"])
    page.fill("#cards-0-name", "Flare")
    page.get_by_role("button", name="Resolve").last.click()
    page.get_by_role("button", name="Copy the address").click()
    expect(page.get_by_role("status")).to_have_text("Address copied")
    wait_until(page, "async (words) => await navigator.clipboard.readText() === words", page.url)
    page.get_by_role("button", name="Copy as text").click()
    expect(page.get_by_role("status")).to_have_text("Ruling copied")
    wait_until(page, "async () => (await navigator.clipboard.readText()).startsWith('Anna may use Flare first.')")


def test_a_ruling_is_handed_to_another_program_of_the_device(site: Client, visit: Open) -> None:
    page = visit(site, "/", "phone")
    page.add_init_script("Navigator.prototype.share = async (what) => { globalThis.shared = what; }")
    page.goto(KINDS["ruling-of-an-older-build"].path)
    page.get_by_role("button", name="Share").click()
    address = site.address + KINDS["ruling"].path
    wait_until(page, "(address) => globalThis.shared?.url === address", address)
    page.goto("/resolve")
    expect(page.get_by_role("button", name="Share")).to_have_count(0)


@everywhere
def test_a_shared_ruling_opens_elsewhere_as_it_was(site: Client, visit: Open, size: str, scripts: bool) -> None:
    made = visit(site, f"/resolve?game={GAME}", size, scripts)
    made.fill("#cards-0-name", "Flare")
    made.get_by_role("button", name="Resolve").last.click()
    made.wait_for_url("**/rulings/build0000001/*")
    shared = visit(site, made.url.removeprefix(site.address), size, scripts, color_scheme="dark")
    assert shared.locator("main").inner_text() == made.locator("main").inner_text()
    shared.get_by_role("link", name="As text").click()
    expect(shared.locator("body")).to_contain_text("A ruling of this program")
    shared.go_back()
    with shared.expect_download() as kept:
        shared.get_by_role("link", name="Download the dispute").click()
    opened = visit(site, "/resolve", size, scripts)
    opened.set_input_files("#file", kept.value.path())
    opened.get_by_role("button", name="Open").click()
    expect(opened.locator("#cards-0-name")).to_have_value("Flare")


def test_steps_without_abilities_take_one_line(real_site: Client, visit: Open) -> None:
    page = visit(real_site, KINDS["real-ruling-with-choices"].path, "phone")
    folded = page.get_by_text("steps without abilities").first
    step = page.get_by_role("heading", name="Damage is taken")
    expect(step).to_be_hidden()
    folded.click()
    expect(step).to_be_visible()


def test_the_first_screen_of_a_phone_says_what_the_ruling_rests_on(real_site: Client, visit: Open) -> None:
    dispute = {
        "game": "marvel-champions",
        "players": [{"name": "Ada"}, {"name": "Bo", "form": "hero"}],
        "occurrence": {"type": "enemy-attack", "attacker": "Clockwork Baron", "target": "Ada"},
        "cards": [
            {"name": "Overwound Gears", "kind": "attachment", "attached_to": "Clockwork Baron",
             "text": "Forced Interrupt: When Clockwork Baron attacks, the attack gains overkill."},
            {"name": "Warning Bells", "kind": "upgrade", "controller": "Ada",
             "text": "Interrupt: When the villain initiates an attack against you, frobnicate the nearest wug."},
            {"name": "Bramble Coat", "kind": "hero", "controller": "Ada", "text": "Retaliate 1."},
            {"name": "Spare Parts", "kind": "event", "controller": "Bo",
             "text": "Alter-Ego Response: After an enemy attacks, remove 1 threat from a scheme."},
            {"name": "Mystery Box", "kind": "upgrade", "controller": "Bo"},
            {"name": "Long Fuse", "kind": "upgrade", "controller": "Ada",
             "text": "Hero Response: After the villain attacks you, deal 1 damage to that villain."},
        ],
    }  # fmt: skip
    page = visit(real_site, f"/rulings/any/{pack(dispute)}", viewport=PHONE)
    first_screen = page.evaluate(
        """() => [...document.querySelectorAll('main :is(h1, p, li)')]
          .filter(one => one.getBoundingClientRect().bottom <= innerHeight).map(one => one.innerText).join('\\n')"""
    )
    for said in (
        "Overwound Gears resolves first",
        "Overwound Gears comes before Warning Bells",
        "“frobnicate the nearest wug” (Warning Bells); Mystery Box",
        "Assumed: Ada survives the attack; Ada is in hero form",
        "Mystery Box and Spare Parts do not resolve.",
        "Bramble Coat (retaliate)",
        "Ada may",
    ):
        assert said in first_screen
