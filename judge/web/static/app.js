// Comforts of the reader and the search box. Every page is complete without them.
"use strict";

const $ = (selector, root = document) => root.querySelector(selector);
const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];

/** A new element with attributes and children; text children are never read as HTML. */
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** Say something that passes: out of sight after some seconds, yet still there for those who read slowly by ear. */
let noted;
function toast(words) {
  $(".toast")?.remove();
  const note = make("p", { class: "toast", role: "status" }, words);
  document.body.append(note);
  clearTimeout(noted);
  noted = setTimeout(() => note.classList.add("vh"), 4000);
}

async function copy(words, said) {
  try {
    await navigator.clipboard.writeText(words);
    toast(said);
  } catch {
    prompt("Copy this:", words); // no clipboard away from https and localhost
  }
}

/** Hand something to another program of the device; whoever thinks better of it has changed nothing. */
const share = (what) => navigator.share(what).catch(() => undefined);

/** Rules for the search box: each suggestion leads to its entry. */
const entries = {
  find: async (input) => {
    const game = input.form.elements.game?.value ?? "";
    const found = await asked(`/api/suggest?${new URLSearchParams({ q: input.value, game })}`, (index) => index.suggest(input.value, game));
    return found.filter((one, place) => found.findIndex((other) => other.id === one.id) === place); // an entry by one of its names
  },
  words: (s) => [s.text, s.text === s.headword ? s.game_title : `${s.headword} · ${s.game_title}`],
  pick: (s) => location.assign(entryPath(s.id)),
};

/* Suggestions while typing: an ARIA combobox; Enter without a choice does what it always does. `source` finds, words, picks. */
function combobox(input, source) {
  const list = make("ul", { class: "suggestions", role: "listbox", id: input.id + "-list", "aria-label": "Suggestions" });
  list.hidden = true;
  input.after(list);
  for (const [name, value] of Object.entries({ role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false", "aria-controls": list.id }))
    input.setAttribute(name, value);
  let chosen = -1, shown = [], waiting, latest = 0;

  const close = () => { list.hidden = true; chosen = -1; input.setAttribute("aria-expanded", "false"); input.removeAttribute("aria-activedescendant"); };
  const choose = (index) => {
    const options = $$("li", list);
    if (!options.length) return;
    chosen = (index + options.length) % options.length;
    options.forEach((option, i) => option.setAttribute("aria-selected", String(i === chosen)));
    options[chosen].scrollIntoView({ block: "nearest" });
    input.setAttribute("aria-activedescendant", options[chosen].id);
  };
  const show = (found) => {
    list.replaceChildren(...found.map((s, i) => {
      const [name, remark, line] = source.words(s);
      const option = make("li", { role: "option", id: `${list.id}-${i}`, "aria-selected": "false" }, make("span", {}, name), make("span", { class: "soft small" }, remark), ...(line ? [make("span", { class: "soft small first-line" }, line)] : []));
      option.addEventListener("pointerdown", (event) => event.preventDefault());
      option.addEventListener("click", () => { close(); source.pick(s); });
      return option;
    }));
    const before = chosen < 0 ? "" : shown[chosen];
    shown = found.map((s) => JSON.stringify(source.words(s)));
    chosen = -1;
    list.hidden = !found.length;
    input.setAttribute("aria-expanded", String(found.length > 0));
    if (found.length) list.scrollIntoView({ block: "nearest" });
    if (shown.includes(before)) choose(shown.indexOf(before)); // what is marked stays so while more letters come
  };
  const ask = async () => {
    const number = ++latest;
    if (input.value.trim().length < 2) return close();
    try {
      const found = await source.find(input);
      if (number === latest && document.activeElement === input) show(found);
    } catch { close(); }
  };
  input.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(ask, 120); });
  const cancel = () => { latest++; clearTimeout(waiting); }; // what is still on its way no longer opens the list
  input.addEventListener("blur", () => { cancel(); close(); });
  input.addEventListener("keydown", (event) => {
    if (event.key === "Escape") cancel();
    if (list.hidden || event.isComposing) return;
    if (event.key === "ArrowDown") choose(chosen + 1);
    else if (event.key === "ArrowUp") choose(chosen - 1);
    else if (event.key === "Escape") close();
    else if (event.key === "Enter" && chosen >= 0) $$("li", list)[chosen].click();
    else return;
    event.preventDefault();
  });
}

/* A paragraph's permalink opens a small menu: copy its address, or a citation with its words. */
function permalink(link) {
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return; // a tab or window of its own
    event.preventDefault();
    location.hash = link.hash; // goes there at once; the browser's own way would take the focus away some time later
    $$(".copy-menu").forEach((menu) => menu.remove());
    const para = link.parentElement;
    const address = link.href;
    const article = link.closest("article");
    const words = (() => { const c = para.cloneNode(true); $$(".permalink, .copy-menu", c).forEach((e) => e.remove()); return c.textContent.trim().replaceAll("“", "‘").replaceAll("”", "’"); })();
    const menu = make("div", { class: "copy-menu", lang: "en" });
    const item = (label, text) => {
      const button = make("button", { type: "button" }, label);
      button.addEventListener("click", () => { menu.remove(); link.focus(); copy(text, "Copied"); });
      return button;
    };
    const citation = `“${words}” ${article.dataset.citation}.`;
    menu.append(item("Copy link", address), item("Copy citation", `${citation} ${address}`));
    if (navigator.share) {
      const button = make("button", { type: "button" }, "Share …");
      button.addEventListener("click", () => { menu.remove(); link.focus(); share({ text: citation, url: address }); });
      menu.append(button);
    }
    menu.addEventListener("keydown", (event) => { if (event.key === "Escape") { menu.remove(); link.focus(); } });
    para.append(menu);
    $("button", menu).focus({ preventScroll: true });
  });
}
document.addEventListener("pointerdown", (event) => { if (!event.target.closest(".copy-menu, .permalink")) $$(".copy-menu").forEach((m) => m.remove()); });

/* The rule behind a linked term, without leaving: on hover and keyboard focus; a first tap shows, a second opens. */
let preview, previewFor, leaving;
const fetched = new Map();
function closePreview() { preview?.remove(); previewFor?.removeAttribute("aria-describedby"); preview = previewFor = undefined; }
async function openPreview(link) {
  if (previewFor === link) return;
  closePreview();
  previewFor = link;
  const id = entryId(link.href);
  try {
    if (!fetched.has(id)) fetched.set(id, asked(`/api/entries/${id}`, (index) => index.entry(id)));
    const entry = await fetched.get(id);
    if (previewFor !== link) return;
    const paragraphs = entry.paragraphs.slice(0, 3).map((p) => make("p", {}, p.text));
    if (entry.paragraphs.length > 3) paragraphs.push(make("p", { class: "soft" }, "…"));
    const open = make("a", { href: link.href, class: "rule-link" }, "Open the entry");
    const mark = entry.official ? [] : [make("span", { class: "badge unofficial" }, "unofficial")];
    preview = make("div", { class: "preview", id: "preview", role: "tooltip", lang: entry.lang }, make("h2", {}, entry.headword), ...mark, ...paragraphs, open);
    document.body.append(preview);
    const at = link.getBoundingClientRect();
    const left = Math.min(Math.max(16, at.left), document.documentElement.clientWidth - preview.offsetWidth - 16);
    const below = at.bottom + preview.offsetHeight + 12 < innerHeight || at.top < preview.offsetHeight + 12;
    preview.style.left = `${left + scrollX}px`;
    preview.style.top = `${(below ? at.bottom + 6 : at.top - preview.offsetHeight - 6) + scrollY}px`;
    link.setAttribute("aria-describedby", "preview");
    preview.addEventListener("pointerenter", () => clearTimeout(leaving));
    preview.addEventListener("pointerleave", leave);
  } catch { fetched.delete(id); closePreview(); }
}
function leave() { clearTimeout(leaving); leaving = setTimeout(closePreview, 250); }
function previewed(link) {
  let touched = false;
  link.addEventListener("pointerenter", (event) => { if (event.pointerType === "mouse") { clearTimeout(leaving); leaving = setTimeout(() => openPreview(link), 200); } });
  link.addEventListener("pointerleave", (event) => { if (event.pointerType === "mouse") leave(); });
  link.addEventListener("pointerdown", (event) => { touched = event.pointerType === "touch"; });
  link.addEventListener("focus", () => { if (link.matches(":focus-visible") && !touched) openPreview(link); });
  // The next target must not lie behind the preview of the last; a tap into the preview has no such target.
  link.addEventListener("blur", (event) => { if (event.relatedTarget && !preview?.contains(event.relatedTarget)) closePreview(); else leave(); });
  link.addEventListener("click", (event) => {
    if (touched && previewFor !== link) { event.preventDefault(); clearTimeout(leaving); openPreview(link); }
    touched = false;
  });
}
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") closePreview();
  const typing = event.target.closest("input, textarea, select, [contenteditable]");
  if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
    const box = $("#q") ?? $("#top-q");
    if (box) { event.preventDefault(); box.focus(); box.select(); }
  }
  if (event.key === "?" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) { event.preventDefault(); openHelp(); }
});
document.addEventListener("pointerdown", (event) => { if (preview && !event.target.closest(".preview, .term")) closePreview(); });

/* Help without leaving the page; where it cannot be fetched, the page of that address. */
async function openHelp() {
  if ($("dialog.help")) return;
  const address = $("[data-help]").href;
  try {
    const page = new DOMParser().parseFromString(await (await fetch(address)).text(), "text/html");
    const close = make("button", { type: "button" }, "Close");
    const dialog = make("dialog", { class: "help", "aria-labelledby": "operators" }, page.getElementById("help"), close);
    close.addEventListener("click", () => dialog.close());
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
    close.focus({ preventScroll: true });
    dialog.scrollTop = 0;
  } catch { location.assign(address); }
}

$$("[data-suggest]").forEach((input) => combobox(input, entries));
$$(".permalink").forEach(permalink);
$$(".term").forEach(previewed);
$$("[data-copy-address]").forEach((button) => {
  button.hidden = false;
  button.addEventListener("click", () => copy(new URL(button.dataset.copyAddress, location.href).href, "Address copied"));
});
$$("[data-copy-text]").forEach((button) => {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const answer = await fetch(button.dataset.copyText).catch(() => undefined);
    if (answer?.ok) copy(await answer.text(), "Ruling copied");
    else toast("Copying the text needs the network.");
  });
});
if (navigator.share) $$("[data-share]").forEach((button) => {
  button.hidden = false;
  button.addEventListener("click", () => share({ title: document.title, url: new URL($("[data-copy-address]").dataset.copyAddress, location.href).href }));
});
$$("[data-copy-field]").forEach((button) => {
  button.hidden = false;
  button.addEventListener("click", () => copy(document.getElementById(button.dataset.copyField).value, "Copied"));
});
