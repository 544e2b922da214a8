// Cards and decks kept in this browser (IndexedDB), for this reader alone: searched, and shown as they are printed.
// Nothing of it leaves the browser but the cards of a dispute that is resolved.
"use strict";

const GAME_OF_PACKS = "marvel-champions"; // MarvelCDB's format names no game

/** Words for comparing: lower case, without accents and punctuation. */
const plainWords = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ").trim();

/** A sentence about what cannot be read; the rest is kept. */
class Unreadable extends Error {}

const deviceCards = {
  /** The browser's database. */
  async open() {
    this.database ??= new Promise((resolve, reject) => {
      const asked = indexedDB.open("judge-cards", 1);
      asked.onupgradeneeded = () => {
        asked.result.createObjectStore("cards", { keyPath: "code" });
        asked.result.createObjectStore("decks", { keyPath: "name" });
      };
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => reject(new Unreadable("This browser keeps nothing here (a private window, or its settings); cards cannot be added."));
    });
    return this.database;
  },

  /** All of a store. */
  async every(store) {
    const asked = (await this.open()).transaction(store).objectStore(store).getAll();
    return new Promise((resolve, reject) => { asked.onsuccess = () => resolve(asked.result); asked.onerror = () => reject(asked.error); });
  },

  /** Change stores in one transaction, all or nothing; what was read of them before counts no longer. */
  async change(work) {
    const transaction = (await this.open()).transaction(["cards", "decks"], "readwrite");
    work(transaction.objectStore("cards"), transaction.objectStore("decks"));
    await new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = transaction.onerror = () => reject(new Unreadable("The browser has no room left for these cards; it keeps what it had."));
    });
    this.read = undefined;
  },

  /** The cards by code and the decks, reprints saying what they reprint; read once for a page. */
  async all() {
    this.read ??= (async () => {
      const [rows, decks] = await Promise.all([this.every("cards"), this.every("decks")]);
      const byCode = new Map(rows.map((card) => [card.code, card]));
      const cards = rows.map((card) => (card.name ? card : { ...byCode.get(card.sameAs), code: card.code, pack: card.pack, sameAs: card.sameAs })).filter((card) => card.name);
      for (const card of cards) card.plain = plainWords(card.name);
      return { cards, byCode: new Map(cards.map((card) => [card.code, card])), decks };
    })();
    this.read.catch(() => { this.read = undefined; });
    return this.read;
  },

  /** Keep cards and decks; gives back how many of each. */
  async add({ cards, decks }) {
    try { localStorage.setItem("judge-device-cards", "some"); } catch { /* then they are found on their own page only */ }
    if (cards.length || decks.length) await this.change((ofCards, ofDecks) => { cards.forEach((card) => ofCards.put(card)); decks.forEach((deck) => ofDecks.put(deck)); });
    return [cards.length, decks.length];
  },

  /** The cards of a deck, and the names of it that are in no pack here. */
  async ofDeck(deck) {
    const { cards, byCode } = await this.all();
    const found = deck.codes.map((code) => byCode.get(code) ?? byCode.get(`${code}a`)).filter(Boolean);
    const missing = [];
    for (const name of deck.names) {
      const alike = cards.filter((card) => card.plain === plainWords(name) && card.game === GAME_OF_PACKS);
      if (alike.length) found.push(...alike);
      else if (name !== deck.name) missing.push(name);
    }
    const own = new Set(found.filter((card) => ["hero", "alter-ego"].includes(card.kind)).map((card) => card.set));
    found.push(...cards.filter((card) => own.has(card.set) && ["hero", "alter-ego"].includes(card.kind)));
    return { cards: [...new Set(found)], missing: missing.length + deck.codes.filter((code) => !byCode.has(code) && !byCode.has(`${code}a`)).length };
  },

  /** Cards whose names begin with what was typed, then those that hold it; what is on the table before all others. */
  async search(words, game, onTable, most = 8) {
    const typed = plainWords(words);
    if (typed.length < 2) return [];
    const { cards } = await this.all();
    const rank = (card) => card.plain.startsWith(typed) ? 0 : ` ${card.plain}`.includes(` ${typed}`) ? 1 : typed.split(" ").every((word) => card.plain.includes(word)) ? 2 : 9;
    const fitting = cards.filter((card) => (!game || card.game === game) && !card.sameAs && rank(card) < 9);
    const far = (card) => (onTable && !onTable.has(card.code) ? 1 : 0);
    return fitting.sort((a, b) => far(a) - far(b) || rank(a) - rank(b) || a.name.localeCompare(b.name) || a.code.localeCompare(b.code)).slice(0, most);
  },
};

/* --- a card's text as it is printed: bold and italic words, icons drawn, never its markup */

const CARD_MARK = /<(\/?)(b|strong|i|em)>|\[\[|\]\]|\[([a-z _]{1,20})\]|<[^<>]{0,20}>/gi;

/** A card's text as elements; `icons` is the address of the sheet of drawn icons. */
function shownText(text, icons) {
  const line = document.createElement("span");
  let at = 0, inside = line;
  const say = (words) => { if (words) inside.append(words); };
  for (const mark of text.matchAll(CARD_MARK)) {
    say(text.slice(at, mark.index));
    at = mark.index + mark[0].length;
    const tag = (mark[2] ?? "").toLowerCase();
    if (mark[3]) inside.append(drawnIcon(mark[3].replaceAll("_", " "), icons));
    else if (mark[0] === "[[") { inside = make("i"); line.append(inside); }
    else if (mark[1] || mark[0] === "]]") inside = line;
    else if (tag) { inside = make(/^(b|strong)$/.test(tag) ? "b" : "i"); line.append(inside); }
    else if (/^<(hr|br)/i.test(mark[0])) say("\n");
  }
  say(text.slice(at));
  return line;
}

const ICON_NAMES = { "per hero": "per player", physics: "physical" };
function drawnIcon(said, icons) {
  const name = ICON_NAMES[said] ?? said;
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `${icons}#${name.replaceAll(" ", "-")}`);
  svg.setAttribute("aria-hidden", "true");
  svg.append(use);
  return make("span", { class: "icon" }, svg, name);
}

/** A card's words without markup, icons by their names in brackets: what stands in a field. */
const plainCardText = (text) => text.replace(/\n?<hr ?\/?>\n?/gi, "\n").replace(/<br ?\/?>/gi, "\n").replace(/<[^<>]{0,20}>|\[\[|\]\]|\*\*/g, "").trim();

/** The first line of a card's text, short. */
function firstLine(text) {
  const line = plainCardText(text).split("\n", 1)[0].replace(/\[([a-z _]+)\]/g, (_, icon) => icon.replaceAll("_", " "));
  return line.length > 70 ? `${line.slice(0, 70).replace(/ \S*$/, "")} …` : line;
}
