// The cards that this browser keeps, in the resolver's form. Loaded by `resolve-thumbs.js` where there are some.
"use strict";

const inThisTab = { get: (name) => { try { return sessionStorage.getItem(name); } catch { return null; } }, set: (name, value) => { try { sessionStorage.setItem(name, value); } catch { /* this browser keeps nothing */ } } };

const SAYS_NOTHING = JSON.stringify({ text: "" }); // an empty field would leave open what a card says

/** The codes of what is on the table, as chosen; null where nothing was. */
async function onTable() {
  const chosen = JSON.parse(inThisTab.get("judge-on-table") ?? "[]");
  if (!chosen.length) return null;
  const { cards, decks } = await deviceCards.all();
  const codes = new Set();
  for (const one of chosen) {
    const deck = decks.find((each) => `deck ${each.name}` === one);
    const found = deck ? (await deviceCards.ofDeck(deck)).cards : cards.filter((card) => `set ${card.set}` === one);
    found.forEach((card) => codes.add(card.code));
  }
  return codes;
}

const ofServer = cards.find; // of resolve.js: the library of this site
cards.find = async (input) => {
  const game = form.elements.game.value;
  const [here, there] = await Promise.all([
    deviceCards.search(input.value, game, await onTable()).catch(() => []),
    "stocked" in formData ? ofServer(input).catch(() => []) : [],
  ]);
  const known = new Set(here.map((card) => card.code));
  const own = here.map((card) => ({ ...card, here: true, remark: [card.subtitle, card.kind.replaceAll("-", " "), card.pack, card.code].filter(Boolean).join(", "), line: firstLine(card.text) }));
  const elsewhere = here.length || game === GAME_OF_PACKS ? [] : await deviceCards.search(input.value, "", null, 1).catch(() => []);
  tellBelow(input, elsewhere.length && !there.length ? `“${elsewhere[0].name}” is a card of Marvel Champions; this dispute is of another game.` : "");
  return [...own, ...there.filter((card) => !known.has(card.code))].slice(0, 8);
};
const takeOfServer = cards.pick;
cards.pick = (card) => (card.here ? takeHere(card) : takeOfServer(card));

function tellBelow(input, words) {
  const place = document.getElementById("library-said");
  if (place.textContent !== words) place.textContent = words;
  place.hidden = !words;
  input.setAttribute("aria-describedby", place.id);
}

/** A card of this browser into the first row left empty, or a new one. */
async function takeHere(card) {
  const rows = rowsOf("card");
  const empty = rows.findIndex((row) => !["name", "text", "kind"].some((name) => saidIn(row, name)));
  const at = `cards-${empty < 0 ? rows.length : empty}-`;
  const fields = new FormData(form);
  fields.set("find", "");
  const isKnown = [...form.querySelector("[name=cards-0-kind]")?.options ?? []].some((option) => option.value === card.kind);
  for (const [name, value] of Object.entries({ name: card.name, kind: isKnown ? card.kind : "", text: plainCardText(card.text) })) fields.set(at + name, value);
  if (!card.text) fields.set(at + "extra", SAYS_NOTHING);
  await refresh("choose", "#find", `${card.name} was added.`, fields).catch(() => { said.textContent = "The site did not answer; the card was not added."; });
}

/** A name typed for which this browser has the text: filled in, or asked which of several it is. */
async function fillFromHere(row) {
  if (saidIn(row, "text") || !saidIn(row, "name")) return;
  const plain = plainWords(saidIn(row, "name"));
  const { cards: all } = await deviceCards.all().catch(() => ({ cards: [] }));
  const alike = all.filter((card) => card.plain === plain && card.game === form.elements.game.value && !card.sameAs);
  const different = [...new Map(alike.map((card) => [card.kind + card.text, card])).values()];
  row.querySelector(".which")?.remove();
  const take = (card) => {
    fieldOf(row, "kind").value = card.kind;
    fieldOf(row, "text").value = plainCardText(card.text);
    if (!card.text && !fieldOf(row, "extra")) row.append(make("input", { type: "hidden", name: fieldOf(row, "text").name.replace(/text$/, "extra"), value: SAYS_NOTHING }));
    fieldOf(row, "text").dispatchEvent(new Event("input", { bubbles: true }));
    row.querySelector(".which")?.remove();
    hint();
  };
  if (different.length === 1) take(different[0]);
  else if (different.length > 1) {
    const buttons = different.slice(0, 8).map((card) => {
      const button = make("button", { type: "button" }, [card.subtitle, card.kind.replaceAll("-", " "), card.pack, card.code].filter(Boolean).join(", "), make("span", { class: "soft small" }, firstLine(card.text)));
      button.addEventListener("click", () => take(card));
      return button;
    });
    fieldOf(row, "name").closest("div").after(make("div", { class: "which wide note" }, make("p", {}, `${different.length} cards of this device have this name. Which is it?`), make("p", { class: "actions" }, ...buttons)));
  }
}

let gamesHere = new Set();
/** The box that adds cards by name, where this browser has cards of the game. */
function openLibrary() {
  const box = document.getElementById("library");
  if (box && gamesHere.has(form.elements.game.value)) box.hidden = false;
  hideSpare();
}

/** Decks and scenarios kept here, to narrow the search to what is on the table. */
async function offerTable() {
  const place = document.getElementById("on-table");
  const { cards: all, decks } = await deviceCards.all().catch(() => ({ cards: [], decks: [] }));
  gamesHere = new Set(all.map((card) => card.game));
  openLibrary();
  if (!place || form.elements.game.value !== GAME_OF_PACKS) return;
  const villains = new Map();
  for (const card of all) if (card.kind === "villain" && card.set) villains.set(`set ${card.set}`, card.name);
  const named = [...villains.values()];
  for (const [set, name] of villains) if (named.indexOf(name) !== named.lastIndexOf(name)) villains.set(set, `${name} (${set.slice(4).replaceAll("_", " ")})`);
  const offered = [...decks.map((deck) => [`deck ${deck.name}`, deck.name]), ...[...villains].sort((a, b) => a[1].localeCompare(b[1]))];
  if (!offered.length) return;
  let chosen = JSON.parse(inThisTab.get("judge-on-table") ?? "[]");
  const shown = make("ul", { class: "chips" });
  const select = make("select", { id: "table-of", form: "none" }, make("option", { value: "" }, "Any card"), ...offered.map(([value, name]) => make("option", { value }, name)));
  const show = () => shown.replaceChildren(...chosen.map((one) => {
    const button = make("button", { type: "button" }, `${offered.find(([value]) => value === one)?.[1] ?? one} ×`);
    button.setAttribute("aria-label", `Not on the table: ${button.textContent.slice(0, -2)}`);
    button.addEventListener("click", () => { chosen = chosen.filter((each) => each !== one); keep(); });
    return make("li", {}, button);
  }));
  const keep = () => { inThisTab.set("judge-on-table", JSON.stringify(chosen)); show(); };
  select.addEventListener("change", () => { if (select.value) chosen = [...new Set([...chosen, select.value])]; select.value = ""; keep(); });
  place.replaceChildren(make("label", { for: "table-of" }, "On the table ", make("span", { class: "soft" }, "a deck, a scenario: its cards come first")), select, shown);
  show();
}

function dressWithLibrary() {
  openLibrary();
  offerTable();
}

form.addEventListener("dressed", dressWithLibrary);
form.addEventListener("change", (event) => { if (/^cards-\d+-name$/.test(event.target.name)) fillFromHere(event.target.closest(".card-row")); });
dressWithLibrary();
(async () => { // whoever keeps cards here means their game
  const game = form.elements.game;
  if (game.value || draft) return;
  const { cards: kept } = await deviceCards.all();
  if (kept.length && !game.value) { game.value = GAME_OF_PACKS; choose(game); }
})().catch(() => undefined);
