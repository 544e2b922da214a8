// The resolver's form for thumbs: names as chips, finished cards on one line, order by dragging, last tables.
// The plain form stands below all of it; `resolve.js` sends it.
"use strict";

const formData = document.currentScript.dataset;
const rowsOf = (what) => [...form.querySelectorAll(`.${what}-row`)];
const fieldOf = (row, name) => row.querySelector(`[name$="-${name}"]`);
const saidIn = (row, name) => fieldOf(row, name)?.value.trim() ?? "";
const playersNow = () => rowsOf("player").map((row, place) => saidIn(row, "name") || `Player ${place + 1}`);
const cardsNow = () => [...new Set(rowsOf("card").map((row) => saidIn(row, "name")).filter(Boolean))];

/* --- names as chips */

/** What a field that asks for a name can be told by a tap. */
function choicesOf(input) {
  const own = input.closest(".card-row");
  const list = input.getAttribute("list");
  const names = list === "names" ? [...(wantsPlayers(input) ? playersNow() : []), ...cardsFor(input)] : [...playersNow(), ...(list === "controllers" ? ["scenario"] : [])];
  return [...new Set(names)].filter((name) => !own || name !== saidIn(own, "name")).slice(0, 12);
}

/** The types of what a participant may be, as its list of types says; empty where it has none. */
const kindsOf = (input) => [...(form.elements[`${input.name}_kind`]?.options ?? [])].map((option) => option.value).filter(Boolean);
const wantsPlayers = (input) => { const kinds = kindsOf(input); return !kinds.length || kinds.some((kind) => ["hero", "alter-ego"].includes(kind)); };

/** Names of the cards that a field may mean, by their types where those are known. */
function cardsFor(input) {
  const kinds = kindsOf(input);
  const fits = (kind) => !kind || (kinds.length ? kinds.includes(kind) : ![...PASSING, "upgrade", "attachment"].includes(kind));
  const named = rowsOf("card").filter((row) => saidIn(row, "name"));
  const fitting = named.filter((row) => fits(saidIn(row, "kind")));
  return (fitting.length ? fitting : named).map((row) => saidIn(row, "name"));
}

/** A participant's type is asked only of names that no player or card here bears. */
function askKinds() {
  const known = new Set([...playersNow(), ...cardsNow()].map((name) => name.toLowerCase()));
  form.querySelectorAll("#participants select[name$=_kind]").forEach((select) => {
    const name = form.elements[select.name.replace(/_kind$/, "")]?.value?.trim().toLowerCase();
    select.parentElement.hidden = !select.value && (!name || known.has(name));
  });
}

/** Chips below a field: those of a closed list instead of it, those of an open one beside it. */
function chipsFor(input) {
  const closed = input.getAttribute("list") !== "names";
  const label = form.querySelector(`label[for="${CSS.escape(input.id)}"]`);
  label.id ||= `${input.id}-label`;
  const named = closed ? { "aria-labelledby": label.id } : { "aria-label": "Names to choose from", "aria-describedby": label.id };
  const group = make("div", { class: "name-chips", role: "radiogroup", ...named });
  input.after(group);
  const show = () => {
    const names = choicesOf(input), value = input.value.trim();
    const guess = value ? "" : input.dataset.guess ?? "";
    const key = JSON.stringify([names, value, guess]);
    if (group.dataset.shown === key) return;
    const inside = group.contains(document.activeElement);
    group.dataset.shown = key;
    const free = !closed || !names.length || (value && !names.includes(value));
    input.hidden = !free;
    group.hidden = !names.length || (!closed && Boolean(value) && !inside);
    group.replaceChildren(...names.map((name, place) => {
      const radio = make("input", { type: "radio", name: `chips-${input.id}`, form: "none", id: `${input.id}-chip-${place}`, value: name });
      radio.checked = name === (value || guess);
      radio.addEventListener("change", () => tell(name));
      radio.addEventListener("click", () => { if (input.value === name) return; tell(name); });
      return make("label", { class: name === guess ? "chip guessed" : "chip", for: radio.id }, radio, make("span", {}, name), ...(name === guess ? [make("span", { class: "soft small" }, "guessed")] : []));
    }));
    if (inside) (group.querySelector(":checked") ?? group.querySelector("input"))?.focus();
  };
  const tell = (name) => {
    input.value = name;
    delete input.dataset.guess;
    input.dispatchEvent(new Event("change", { bubbles: true }));
    keepDraft();
  };
  input.addEventListener("chips", show);
  show();
}
const NAMED = `input[list]:not([name$="-name"], [inputmode])`;
const showChips = () => form.querySelectorAll(NAMED).forEach((input) => input.dispatchEvent(new Event("chips")));

/** What the program takes where nothing is said: shown as guesses, which any tap changes. */
let lastGuesses = [];
function showGuesses(rows) {
  lastGuesses = rows;
  const guesses = new Map(rows.filter((one) => one.guess).map((one) => [one.field, one]));
  for (const row of rowsOf("card")) {
    for (const name of ["controller", "attached_to", "kind"]) {
      const field = fieldOf(row, name);
      const guess = guesses.get(field.name);
      if (name === "kind") field.options[0].textContent = guess ? `${guess.words} (guessed)` : "As its text tells";
      else if (guess && !field.value) field.dataset.guess = guess.guess;
      else delete field.dataset.guess;
      if (name === "attached_to" && guess && !field.value && !field.dataset.left) { field.value = guess.guess; field.dataset.left = "1"; field.classList.add("guessed"); }
    }
  }
  showChips();
  askKinds();
  rowsOf("card").forEach(showLine);
}

/* --- a finished card on one line */

const opened = new Set(); // places of cards that somebody opened

function isFinished(row) {
  const whole = saidIn(row, "text") || saidIn(row, "extra").includes('"text"') || row.querySelector(".from-library");
  return saidIn(row, "name") && whole && !row.querySelector(".field-problem, .mending, .which, [data-hint]:not([hidden]), [data-understood] .told");
}

/** One line instead of the fields: what it is, whose, and how its text was read. */
function showLine(row, place = rowsOf("card").indexOf(row)) {
  const line = row.querySelector(".card-line");
  if (!line) return;
  const kind = fieldOf(row, "kind"), whose = fieldOf(row, "controller"), on = saidIn(row, "attached_to");
  const marked = (field, words) => (words && document.getElementById(`${field.id}-guess`) ? `${words} (guessed)` : words);
  const kindWords = marked(kind, kind.selectedOptions[0]?.textContent ?? "");
  const controller = marked(whose, whose.value.trim()) || (whose.dataset.guess ? `${whose.dataset.guess} (guessed)` : "");
  const understood = row.querySelector("[data-understood]");
  const unread = understood?.querySelector("mark.unread");
  const mark = unread ? ["!", "not wholly read", "warn"] : ["✓", "read", "good"];
  const words = [kindWords === "As its text tells" ? "" : kindWords, controller, on && marked(fieldOf(row, "attached_to"), `on ${on}`)].filter(Boolean).join(" · ");
  line.querySelector(".line-words").replaceChildren(make("strong", {}, saidIn(row, "name") || `Card ${place + 1}`), " ", make("span", { class: "soft small" }, words));
  const sign = line.querySelector(".line-mark");
  sign.className = `line-mark ${mark[2]}`;
  sign.replaceChildren(make("span", { "aria-hidden": "true" }, mark[0]), make("span", { class: "vh" }, ` ${mark[1]}`));
}

function fold(row) {
  row.classList.add("folded");
  showLine(row);
}

/** Open again what turns out not to be finished: something is told of it. */
function keepOpen(row) {
  if (!isFinished(row)) row.classList.remove("folded");
}

function unfold(row) {
  opened.add(rowsOf("card").indexOf(row));
  row.classList.remove("folded");
  fieldOf(row, "name").focus({ preventScroll: true });
}

/** Close the paste box of one who fills in the fields instead. */
function closePasteBox() {
  const box = form.querySelector("details.paste"), text = box?.querySelector("textarea");
  if (text && !text.value && !box.contains(document.activeElement) && form.elements.occurrence?.value) box.open = false;
}

/** Fold what is finished, but for the card one is at; what has the focus stays where it is on the screen. */
function foldFinished() {
  closePasteBox();
  const here = document.activeElement, top = here?.getBoundingClientRect().top;
  rowsOf("card").forEach((row, place) => {
    if (row.contains(here)) return;
    if (isFinished(row) && !opened.has(place)) fold(row);
  });
  if (here && here !== document.body) scrollBy({ top: here.getBoundingClientRect().top - top, behavior: "instant" });
}

function dressCard(row, place) {
  const button = make("button", { type: "button", class: "line-open" }, make("span", { class: "line-mark" }), make("span", { class: "line-words" }), make("span", { class: "soft", "aria-hidden": "true" }, "✎"), make("span", { class: "vh" }, "change"));
  const handle = make("span", { class: "handle", "aria-hidden": "true" }, "⠿");
  row.prepend(make("div", { class: "card-line" }, handle, button));
  button.addEventListener("click", () => unfold(row));
  handle.addEventListener("pointerdown", (event) => drag(event, row, place));
  const understood = row.querySelector("[data-understood]");
  if (understood) new MutationObserver(() => { showLine(row); keepOpen(row); }).observe(understood, { childList: true, subtree: true });
  if (isFinished(row) && !opened.has(place) && !row.contains(document.activeElement)) fold(row);
  showLine(row, place);
}

/** Move a card by its handle: it goes where the finger leaves it. */
function drag(event, row, from) {
  event.preventDefault();
  const rows = rowsOf("card");
  const to = (y) => { const found = rows.findIndex((other) => y < other.getBoundingClientRect().bottom); return found < 0 ? rows.length - 1 : found; };
  event.target.setPointerCapture(event.pointerId);
  row.classList.add("dragged");
  const move = (at) => rows.forEach((other, place) => other.classList.toggle("drop-here", place === to(at.clientY) && place !== from));
  const drop = (at) => {
    event.target.removeEventListener("pointermove", move);
    rows.forEach((other) => other.classList.remove("dragged", "drop-here"));
    if (at.type === "pointerup") reorder(from, to(at.clientY));
  };
  event.target.addEventListener("pointermove", move);
  event.target.addEventListener("pointerup", drop, { once: true });
  event.target.addEventListener("pointercancel", drop, { once: true });
}

/** The form with the card at `from` at the place `to`. */
function reorder(from, to) {
  if (from === to) return;
  const order = rowsOf("card").map((_, place) => place);
  order.splice(to, 0, ...order.splice(from, 1));
  const fields = new FormData();
  for (const [name, value] of new FormData(form)) {
    const [, place, rest] = /^cards-(\d+)-(.+)$/.exec(name) ?? [];
    fields.append(place ? `cards-${order.indexOf(+place)}-${rest}` : name, value);
  }
  opened.clear();
  refresh("up-card-0x", undefined, `Card ${from + 1} is now ${to + 1}.`, fields).catch(() => { said.textContent = "The site did not answer; the order is as it was."; });
}

/* --- the first card, left empty: cards are added by name where there is a library */

/** Hide it until somebody adds a card by its text. */
function hideSpare() {
  const box = document.getElementById("library");
  const [only, ...more] = rowsOf("card");
  const isSpare = only && !more.length && box && !box.hidden && !["name", "text", "kind"].some((name) => saidIn(only, name));
  if (isSpare && !only.contains(document.activeElement)) only.hidden = true;
}

/** The card left empty, instead of another. */
function showSpare(event) {
  const spare = rowsOf("card").find((row) => row.hidden);
  if (event.submitter?.value !== "add-card" || !spare) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  spare.hidden = false;
  fieldOf(spare, "name").focus();
}

/* --- the last tables */

const PASSING = ["event", "treachery", "obligation", "status", "consequential-damage", "lasting-effect", "resource", "plot-twist"];
const tablesKept = () => { try { return JSON.parse(localStorage.getItem("judge-tables") ?? "[]"); } catch { return []; } };

/** Keep who plays and what lies there, for next time; of this browser alone. */
function keepTable() {
  const names = playersNow();
  const cardRows = rowsOf("card");
  const villain = cardRows.find((row) => saidIn(row, "kind") === "villain");
  const staying = cardRows.map((row, place) => (saidIn(row, "name") && !PASSING.includes(saidIn(row, "kind")) ? place : -1)).filter((place) => place >= 0);
  const fields = [];
  for (const [name, value] of new FormData(form)) {
    const [, place, rest] = /^cards-(\d+)-(.+)$/.exec(name) ?? [];
    if (place ? staying.includes(+place) : /^players-|^(game|edition)$/.test(name)) fields.push([place ? `cards-${staying.indexOf(+place)}-${rest}` : name, value]);
  }
  if (!staying.length && names.every((name) => /^Player \d+$/.test(name))) return;
  const title = [names.join(", "), villain && saidIn(villain, "name"), staying.length && `${staying.length} ${staying.length === 1 ? "card" : "cards"}`].filter(Boolean).join(" · ");
  try { localStorage.setItem("judge-tables", JSON.stringify([{ title, fields }, ...tablesKept().filter((table) => table.title !== title)].slice(0, 4))); } catch { /* this browser keeps nothing */ }
}

/** Buttons that bring a table back, while the form is still empty. */
function offerTables() {
  const place = document.getElementById("tables");
  if (!place) return;
  const started = cardsNow().length || rowsOf("card").some((row) => saidIn(row, "text")) || form.elements.occurrence?.value;
  const tables = started ? [] : tablesKept();
  const forget = make("button", { type: "button" }, "Forget these");
  forget.addEventListener("click", () => { try { localStorage.removeItem("judge-tables"); } catch { /* kept nothing */ } offerTables(); });
  place.replaceChildren(...(tables.length ? [make("p", { class: "label" }, "The same table as last time"), make("p", { class: "actions" }, ...tables.map((table) => {
    const button = make("button", { type: "button" }, table.title);
    button.addEventListener("click", async () => {
      const fields = new FormData();
      table.fields.forEach(([name, value]) => fields.append(name, value));
      await refresh("choose", "#occurrence", "The table is as it was.", fields).catch(() => { said.textContent = "The site did not answer; try again."; });
    });
    return button;
  }), forget)] : []));
}

/* --- the bar never covers what has the focus; text fields are as high as their text */

function uncover() {
  const bar = form.querySelector(".sticky"), here = document.activeElement;
  if (!bar || !form.contains(here) || bar.contains(here)) return;
  const low = here.getBoundingClientRect().bottom + 8 - bar.getBoundingClientRect().top;
  if (low > 0) scrollBy({ top: low, behavior: "instant" });
}

const grows = CSS.supports("field-sizing", "content") ? () => undefined : (area) => {
  area.style.height = "auto";
  area.style.height = `${area.scrollHeight + 2}px`;
};

let asking;
function dressForThumbs() {
  form.querySelectorAll(NAMED).forEach(chipsFor);
  rowsOf("card").forEach(dressCard);
  showGuesses(lastGuesses);
  clearTimeout(asking);
  if (cardsNow().length) asking = setTimeout(hint, 300);
  form.querySelectorAll("textarea:not(.vh)").forEach((area) => { grows(area); area.addEventListener("input", () => grows(area)); });
  hideSpare();
  askKinds();
  offerTables();
  form.querySelectorAll("button[value=read]").forEach((button) => { button.hidden = true; }); // readings show by themselves
  const others = document.getElementById("other-beginnings");
  if (others && (cardsNow().length || form.elements.occurrence?.value)) others.open = false;
}

form.addEventListener("dressed", dressForThumbs);
form.addEventListener("hinted", (event) => {
  showGuesses(event.detail);
  rowsOf("card").forEach(keepOpen);
});
form.addEventListener("change", async () => { await pressed; showChips(); askKinds(); });
form.addEventListener("input", (event) => { if (event.target.closest("#participants")) askKinds(); });
form.addEventListener("focusin", (event) => {
  const row = event.target.closest(".card-row");
  for (const place of opened) if (rowsOf("card")[place] !== row) opened.delete(place);
  if (!event.target.closest("button")) foldFinished(); // a button that moves away under a finger is not pressed
  requestAnimationFrame(uncover);
});
form.addEventListener("click", (event) => { if (event.target.closest("button") && !event.target.closest(".card-row")) foldFinished(); });
form.addEventListener("submit", showSpare, true);
form.addEventListener("submit", (event) => { if (event.submitter?.value === "resolve") keepTable(); });
dressForThumbs();

/** The cards kept in this browser are looked for only where there are some. */
function loadLibrary() {
  let some;
  try { some = localStorage.getItem("judge-device-cards"); } catch { /* this browser keeps nothing */ }
  if (some) for (const source of formData.library.split(" ")) {
    const script = make("script", { src: source });
    script.async = false;
    document.head.append(script);
  }
}
loadLibrary();
