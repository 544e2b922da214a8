// The page of the cards kept in this browser: packs and decks come in by file, folder, drag, text or address.
"use strict";

const LONGEST_FIELD = 20000;
const LARGEST_FILE = 64 * 2 ** 20;

/** A card's text with the icons beside it, which the format keeps as numbers, before its boost box. */
function withIcons(text, row) {
  const icons = ["acceleration", "amplify", "crisis", "hazard"].map((icon) => `[${icon}]`.repeat(row[`scheme_${icon}`] > 0 ? Math.min(row[`scheme_${icon}`], 9) : 0)).join("");
  const [front, ...boost] = text.split("<hr />");
  return icons ? [[front.trim(), icons].filter(Boolean).join("\n"), ...boost].join("\n<hr />") : text;
}

/** A card of a row in MarvelCDB's format (pack file or flattened API); null where it is none. */
function readCard(row) {
  const said = (...keys) => keys.map((key) => row[key]).find((value) => typeof value === "string" && value) ?? "";
  const code = said("code"), sameAs = said("duplicate_of", "duplicate_of_code");
  const name = said("name", "real_name"), kind = said("type_code").replaceAll("_", "-");
  if (!code || !(sameAs || (name && kind))) return null;
  const card = { code, name, kind, text: withIcons(said("text", "real_text"), row), subtitle: said("subname"), pack: said("pack_code"), set: said("set_code", "card_set_code"), traits: said("traits", "real_traits"), sameAs };
  return Object.values(card).every((value) => value.length <= LONGEST_FIELD) ? { ...card, game: GAME_OF_PACKS } : null;
}

/** Cards of rows, and a sentence for each kind of thing that is none; `kinds` are the card types of the game. */
function readRows(rows, where, kinds) {
  const cards = [], problems = [];
  let unread = 0;
  rows.forEach((row, place) => {
    const card = row && typeof row === "object" ? readCard(row) : null;
    if (!card) {
      if (!unread++) problems.push(`Card ${place + 1} of ${where} has no code, or no name and type; skipped.`);
    } else cards.push(card);
  });
  if (unread > 1) problems[0] = `${unread} cards of ${where} have no code, or no name and type; skipped.`;
  const others = cards.filter((card) => card.kind && !kinds.includes(card.kind));
  if (others.length && others.length * 2 >= cards.filter((card) => card.kind).length) // now and then a pack brings a new type
    return { cards: [], problems: [...problems, `${where} holds cards of types that Marvel Champions does not have (${[...new Set(others.map((card) => card.kind))].slice(0, 3).join(", ")}): a pack of another game? Skipped.`] };
  return { cards, problems };
}

/** A deck of its public API's JSON: its codes, with its hero's. */
function readDeck(row, where) {
  const codes = [row.hero_code ?? row.investigator_code, ...Object.keys(row.slots)].filter((code) => typeof code === "string");
  if (codes.length < 1) throw new Unreadable(`${where} is a deck without cards; skipped.`);
  return { name: String(row.name || where).slice(0, 100), codes, names: [] };
}

/** A deck of its exported text: lines such as “3x Backflip (Core Set)”; its first line is its name. */
function readDeckText(text, where) {
  const names = [];
  const lines = text.split("\n").map((line) => line.trim()).filter(Boolean);
  for (const line of lines) {
    const counted = /^\d{1,2} ?[x×] ?(\S.*)$/i.exec(line);
    if (counted) names.push(counted[1].replace(/ ?\([^()]*\)$/, "").replace(/^[•·] ?/, "").trim());
  }
  if (!names.length) throw new Unreadable(`${where} is neither JSON nor a list such as “3x Backflip (Core Set)”; skipped.`);
  const title = lines.find((line) => !/^\d/.test(line)) ?? where;
  return { name: title.slice(0, 100), codes: [], names: [title, ...names] };
}

/** What a text holds: cards, decks, and a sentence for all that could not be read. */
function readText(text, where, kinds) {
  let data;
  try {
    data = JSON.parse(text);
  } catch {
    if (/^\s*[[{]/.test(text)) return { cards: [], decks: [], problems: [`${where} is broken off or no JSON; skipped.`] };
    try {
      return { cards: [], decks: [readDeckText(text, where)], problems: [] };
    } catch (problem) { return { cards: [], decks: [], problems: [problem.message] }; }
  }
  const rows = Array.isArray(data) ? data : data && typeof data === "object" ? [data] : [];
  const isDeck = (row) => row && typeof row === "object" && row.slots && typeof row.slots === "object";
  const decks = [], problems = [];
  for (const row of rows.filter(isDeck)) try { decks.push(readDeck(row, where)); } catch (problem) { problems.push(problem.message); }
  const found = readRows(rows.filter((row) => !isDeck(row)), where, kinds);
  if (!rows.length) problems.push(`${where} is no list of cards; skipped.`);
  return { cards: found.cards, decks, problems: [...problems, ...found.problems] };
}

Object.assign(deviceCards, {
  async removePack(pack) {
    const gone = (await this.every("cards")).filter((card) => card.pack === pack);
    await this.change((cards) => gone.forEach((card) => cards.delete(card.code)));
  },
  removeDeck(name) { return this.change((_, decks) => decks.delete(name)); },
  removeAll() { return this.change((cards, decks) => { cards.clear(); decks.clear(); }); },

  /** Everything in the format it came in, so that this page and `judge cards import` read it again. */
  async exported() {
    const [cards, decks] = await Promise.all([this.every("cards"), this.every("decks")]);
    const rows = cards.map((card) => Object.fromEntries(Object.entries({ code: card.code, name: card.name, type_code: card.kind.replaceAll("-", "_"), text: card.text, subname: card.subtitle, pack_code: card.pack, set_code: card.set, traits: card.traits, duplicate_of: card.sameAs }).filter(([, value]) => value)));
    return JSON.stringify([...rows, ...decks.map((deck) => ({ name: deck.name, slots: Object.fromEntries(deck.codes.map((code) => [code, 1])), names: deck.names }))], null, 1);
  },
});

const cardsPage = document.getElementById("device-cards");
const facts = cardsPage.dataset;
const knownKinds = facts.kinds.split(" ");
const heard = document.getElementById("heard");

const count = (number, one, many = `${one}s`) => `${number.toLocaleString("en")} ${number === 1 ? one : many}`;

/** Say what came of it: a sentence, and one for each problem. */
function tell(sentence, problems = []) {
  heard.replaceChildren(make("p", {}, sentence), ...problems.slice(0, 5).map((words) => make("p", { class: "field-problem" }, words)));
  if (problems.length > 5) heard.append(make("p", { class: "field-problem" }, `${count(problems.length - 5, "more problem")} of the same kind.`));
}

/** Take in texts, each with the name it goes by. */
async function takeIn(texts) {
  const all = { cards: [], decks: [], problems: [] };
  for (const [where, text] of texts) {
    const read = readText(text, where, knownKinds);
    for (const part of Object.keys(all)) all[part].push(...read[part]);
  }
  try {
    const [cards, decks] = await deviceCards.add(all);
    for (const deck of all.decks) {
      const { missing } = await deviceCards.ofDeck(deck);
      if (missing) all.problems.push(`${count(missing, "card")} of the deck “${deck.name}” ${missing === 1 ? "is" : "are"} in no pack kept here; import ${missing === 1 ? "its pack" : "their packs"}, too.`);
    }
    tell(cards || decks ? `Kept on this device: ${[cards && count(cards, "card"), decks && count(decks, "deck")].filter(Boolean).join(", ")}.` : "Nothing was added; what was kept is as it was.", all.problems);
  } catch (problem) { tell("Nothing was added.", [problem.message]); }
  await list();
}

async function takeFiles(files) {
  const fitting = files.filter((file) => files.length === 1 || /\.(json|txt)$/i.test(file.name));
  const texts = [];
  const tooLarge = [];
  for (const file of fitting) {
    if (file.size > LARGEST_FILE) tooLarge.push(`${file.name} is larger than 64 MB; skipped.`);
    else texts.push([file.name, await file.text()]);
  }
  if (!fitting.length || tooLarge.length) tell("Nothing was added.", tooLarge.length ? tooLarge : ["There is no pack (*.json) among these files."]);
  if (texts.length) await takeIn(texts);
}

/** The files of what was dropped; of a folder all that stand in it or in its folder pack/. */
async function dropped(items) {
  const files = [];
  const walk = async (entry) => {
    if (entry.isFile) files.push(await new Promise((resolve, reject) => entry.file(resolve, reject)));
    else {
      const reader = entry.createReader();
      for (let rows = await next(reader); rows.length; rows = await next(reader)) for (const row of rows) await walk(row);
    }
  };
  const next = (reader) => new Promise((resolve, reject) => reader.readEntries(resolve, reject));
  for (const entry of [...items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean)) await walk(entry);
  return files;
}

/** What is kept, pack by pack and deck by deck, each with a button that removes it. */
async function list() {
  const { cards, decks } = await deviceCards.all();
  const packs = new Map();
  for (const card of cards) packs.set(card.pack, (packs.get(card.pack) ?? 0) + 1);
  const row = (name, words, remove) => {
    const button = make("button", { type: "button" }, "Remove", make("span", { class: "vh" }, ` ${name}`));
    button.addEventListener("click", async () => { await remove(); tell(`Removed: ${name}.`); await list(); });
    return make("li", {}, make("span", {}, make("strong", {}, name), ` ${words}`), button);
  };
  const rows = [...packs].sort().map(([pack, number]) => row(pack || "without a pack", count(number, "card"), () => deviceCards.removePack(pack)));
  for (const deck of decks) {
    const { cards: found, missing } = await deviceCards.ofDeck(deck);
    rows.push(row(deck.name, `deck, ${count(found.length, "card")}${missing ? `, ${missing} not kept here` : ""}`, () => deviceCards.removeDeck(deck.name)));
  }
  document.getElementById("kept-here").replaceChildren(...rows);
  document.getElementById("kept-section").hidden = !rows.length;
  document.getElementById("kept-title").textContent = `Kept here: ${count(cards.length, "card")}${decks.length ? `, ${count(decks.length, "deck")}` : ""}`;
}

/** The cards that a name finds, each with its text as printed. */
async function find(words) {
  const found = await deviceCards.search(words, "", null, 20);
  const shown = found.map((card) => {
    const text = make("p", { class: "printed-text" });
    text.append(shownText(card.text, facts.icons));
    return make("details", {}, make("summary", {}, make("span", {}, make("strong", {}, card.name), ` ${[card.subtitle, card.kind.replaceAll("-", " "), card.pack].filter(Boolean).join(", ")} `, make("span", { class: "soft small first-line" }, firstLine(card.text)))), ...(card.traits ? [make("p", { class: "soft" }, card.traits)] : []), text);
  });
  const place = document.getElementById("found-here");
  place.replaceChildren(...shown);
  if (!shown.length && words.trim().length > 1) place.append(make("p", {}, `No card kept here has a name with “${words.trim()}”.`));
}

document.getElementById("needs-script").hidden = true;
cardsPage.hidden = false;
for (const input of cardsPage.querySelectorAll("input[type=file]")) input.addEventListener("change", async () => { await takeFiles([...input.files]); input.value = ""; });
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", async (event) => {
  event.preventDefault();
  const plain = [...event.dataTransfer.files];
  const files = await dropped(event.dataTransfer.items).catch(() => plain);
  await takeFiles(files.length ? files : plain);
});
document.getElementById("paste-deck").addEventListener("submit", async (event) => {
  event.preventDefault();
  const area = event.target.elements.deck;
  if (area.value.trim()) { await takeIn([["The pasted text", area.value]]); area.value = ""; }
});
document.getElementById("by-address")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const address = event.target.elements.address.value.trim();
  try {
    const answer = await fetch(event.target.action, { method: "POST", body: new URLSearchParams({ address }) });
    const said = await answer.text();
    if (answer.ok) await takeIn([[address, said]]);
    else tell("Nothing was added.", [JSON.parse(said).error]);
  } catch { tell("Nothing was added.", ["The site did not answer; fetching from an address needs the network."]); }
});
document.getElementById("find-here").addEventListener("input", (event) => find(event.target.value));
document.getElementById("export-here").addEventListener("click", async () => {
  const link = make("a", { href: URL.createObjectURL(new Blob([await deviceCards.exported()], { type: "application/json" })), download: "judge-cards.json" });
  link.click();
  URL.revokeObjectURL(link.href);
});
document.getElementById("remove-here").addEventListener("click", async () => { await deviceCards.removeAll(); tell("All cards of this device are removed."); await list(); });
list().catch((problem) => tell(problem.message));
