// The search of the browser, for when no server answers: MiniSearch over the entries, names before text, typing errors
// forgiven, players' words and Finnish terms understood. `judge/web/browser_index.py` says what the index holds.

const BOOST = { headword: 6, aliases: 5, words: 3, text: 1 };
const MEANT = 60; // a Finnish word means the entry, whatever its ending
const WHOLE_NAME = 4; // the query is a name of the entry, word for word
const KINDS = { section: 0.8, card: 0.7, clarification: 0.7, redirect: 0.6 };
const SNIPPET = 320;
const SHOWN = 20;
const RULING_HOLDS = 0.6; // of what the words of a query weigh
const RULINGS_SHOWN = 5;

const fold = (text) => text.toLowerCase().normalize("NFKD").replace(/\p{M}|['’.]/gu, "");
const wordsOf = (text) => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** A folded word without the endings of plural and tense; index and query go through the same. */
function stem(word) {
  if (word.length < 4) return word;
  return word.replace(/(?:sses)$/, "ss").replace(/(?<=\w{2})ies$/, "y").replace(/(?<=\w{3})(?:ing|ed|es|s|e)$/, "").replace(/(.)\1$/, "$1");
}

/** A query taken apart: its telling words, phrases, words that must not stand there, and what narrows it. */
function readQuery(query, stop) {
  const narrowed = (name) => new RegExp(`(?:^|\\s)${name}:(\\S+)`, "i").exec(query)?.[1].toLowerCase() ?? "";
  const bare = query.replace(/(?:^|\s)(?:in|game|edition):\S+/gi, " ");
  const quoted = [...bare.matchAll(/["“”]([^"“”]+)["“”]|(?<=^|\s)['‘]([^'’]+)['’](?=$|\s)/g)];
  const without = [...bare.matchAll(/(?<=^|\s)-(\S+)/g)].flatMap((found) => wordsOf(found[1]));
  const typed = wordsOf(bare.replace(/(?<=^|\s)-\S+/g, " "));
  const said = new Set(quoted.flatMap((found) => wordsOf(found[1] ?? found[2])));
  const telling = typed.filter((word) => !stop.has(word) || said.has(word));
  return {
    typed, without, words: telling.length ? telling : typed,
    phrases: quoted.filter((found) => found[1]).map((found) => wordsOf(found[1]).join(" ")),
    inHeadword: narrowed("in") === "headword", game: narrowed("game"), edition: narrowed("edition"),
  };
}

function fits(entry, wanted, game, edition) {
  const text = wanted.phrases.length + wanted.without.length ? ` ${wordsOf([entry.headword, ...entry.paragraphs.map((p) => p.text)].join("\n")).join(" ")} ` : "";
  return (!game || entry.book.game.includes(game)) && (!edition || entry.book.edition === edition) &&
    wanted.phrases.every((phrase) => text.includes(` ${phrase} `)) && !wanted.without.some((word) => text.includes(` ${word} `));
}

/** Opens the index: `search`, `suggest`, `entry` and `show` answer from it. Rejects where a file cannot be had. */
export async function open(indexAddress, libraryAddress) {
  const [{ default: MiniSearch }, answer] = await Promise.all([import(libraryAddress), fetch(indexAddress)]);
  if (!answer.ok) throw new Error(`the index answers ${answer.status}`);
  return new BrowserIndex(MiniSearch, await answer.json());
}

class BrowserIndex {
  constructor(MiniSearch, data) {
    this.books = data.books.map(([game, edition, gameTitle, title, official, weight]) => ({ game, edition, gameTitle, title, official, weight }));
    this.stop = new Set(data.stop);
    this.beginnings = data.beginnings;
    this.entries = data.entries.map(([book, slug, headword, aliases, words, kind, lang, paragraphs], id) => ({
      id, book: this.books[book], slug, headword, aliases, words, kind, lang,
      paragraphs: paragraphs.map(([anchor, text]) => ({ anchor, text })),
      names: new Set([headword, headword.replace(/\s*\([^)]*\)| X$/g, ""), ...aliases, ...words].map((name) => wordsOf(name).map(stem).join(" "))),
    }));
    this.index = new MiniSearch({
      fields: Object.keys(BOOST),
      tokenize: wordsOf,
      processTerm: stem,
      extractField: (entry, field) =>
        field === "text" ? entry.paragraphs.map((p) => p.text).join("\n")
        : field === "aliases" ? [...entry.aliases, ...[entry.headword, ...entry.aliases].map((name) => wordsOf(name).join(""))].join("\n")
        : [entry[field]].flat().join("\n"),
    });
    this.index.addAll(this.entries);
    this.rulings = (data.rulings ?? []).map(([id, game, question, source, words]) =>
      ({ id, game, question, source, stems: new Set(wordsOf(words).map(stem)) }));
  }

  /** The kept rulings that hold what weighs most of the words: a word counts the more the fewer rulings hold it. */
  findRulings(query, game = "") {
    const rulings = this.rulings.filter((ruling) => !game || ruling.game === game);
    const weights = [...new Set(readQuery(query, this.stop).words.map(stem))].map((word) => {
      const count = rulings.filter(({ stems }) => stems.has(word)).length;
      return [word, Math.log(1 + (rulings.length + 1) / (1 + (count || rulings.length / 2)))];
    });
    const whole = weights.reduce((sum, [, weight]) => sum + weight, 0);
    return rulings.map((ruling) => ({ ruling, score: weights.reduce((sum, [word, weight]) => sum + (ruling.stems.has(word) ? weight : 0), 0) }))
      .filter(({ score }) => score && score >= RULING_HOLDS * whole).sort((a, b) => b.score - a.score)
      .slice(0, RULINGS_SHOWN).map(({ ruling }) => ruling);
  }

  fullId(entry) {
    return `${entry.book.game}/${entry.book.edition}/${entry.slug}`;
  }

  /**
   * Ranked hits `{entry, anchor, snippet, marks}` for what the search box understands: words, “phrases”, -word, OR,
   * in:headword, game:, edition:.
   */
  search(query, { game = "", edition = "", limit = SHOWN } = {}) {
    const best = new Map();
    for (const part of query.split(/\s+OR\s+/)) {
      for (const hit of this.ranked(readQuery(part, this.stop), game, edition)) {
        if (!(best.get(hit.entry)?.score >= hit.score)) best.set(hit.entry, hit);
      }
    }
    return [...best.values()].sort((a, b) => b.score - a.score || a.entry.id - b.entry.id).slice(0, limit)
      .map((hit) => ({ ...hit, ...bestParagraph(hit.entry, new Set(hit.terms)) }));
  }

  /** All entries that fit a query that was read, each with its score and the terms found in it. */
  ranked(wanted, game, edition) {
    const stems = wanted.words.map(stem);
    const scores = new Map(this.meantBy(wanted.words).map((id) => [id, { score: MEANT, terms: [] }]));
    const found = this.index.search(wanted.words.join(" "), {
      boost: BOOST,
      fields: wanted.inHeadword ? ["headword"] : Object.keys(BOOST),
      prefix: (term) => term.length > 2,
      fuzzy: (term) => (term.length < 4 ? false : term.length < 5 ? 1 : 2),
      weights: { fuzzy: 0.35, prefix: 0.5 },
    });
    for (const hit of found) {
      const covered = hit.queryTerms.length / new Set(stems).size;
      const { names } = this.entries[hit.id];
      const whole = names.has(stems.join(" ")) || names.has(wanted.typed.map(stem).join(" ")) ? WHOLE_NAME : 1;
      scores.set(hit.id, { score: (scores.get(hit.id)?.score ?? 0) + hit.score * covered ** 2 * whole, terms: hit.terms });
    }
    const all = [...scores].map(([id, { score, terms }]) => ({ entry: this.entries[id], terms, score }));
    return all.filter(({ entry }) => fits(entry, wanted, wanted.game || game, wanted.edition || edition))
      .map((hit) => ({ ...hit, score: hit.score * hit.entry.book.weight * (KINDS[hit.entry.kind] ?? 1) }));
  }

  /** Places of the entries whose Finnish names begin as one of the words does. */
  meantBy(words) {
    return words.flatMap((word) => this.beginnings.filter(([start]) => word.startsWith(start)).flatMap(([, places]) => places));
  }

  /** Names that begin like what is typed, then names with a word that does; as `/api/suggest` answers. */
  suggest(typed, game = "", limit = 8) {
    const start = wordsOf(typed).join(" ");
    const rows = this.entries.filter((entry) => !game || entry.book.game === game).flatMap((entry) =>
      [entry.headword, ...entry.aliases].map((text) => ({ entry, text, folded: wordsOf(text).join(" ") })));
    const found = [...rows.filter((row) => row.folded.startsWith(start)), ...rows.filter((row) => row.folded.includes(` ${start}`))];
    const once = [...new Map(found.map((row) => [`${row.folded} ${row.entry.book.game}`, row])).values()];
    return once.slice(0, limit).map(({ entry, text }) => ({ id: this.fullId(entry), text, headword: entry.headword, game: entry.book.game, game_title: entry.book.gameTitle }));
  }

  /** An entry for the preview, as `/api/entries/ID` answers as far as it is used. */
  entry(id) {
    const found = this.entries.find((entry) => this.fullId(entry) === decodeURIComponent(id));
    return found && { headword: found.headword, lang: found.lang, official: found.book.official, paragraphs: found.paragraphs };
  }

  /** Put what is found for `query` into `place`; the functions give the addresses of an entry's id, a kept ruling's. */
  show(place, query, narrowed, addressOf, addressOfRuling) {
    const hits = this.search(query, narrowed);
    const count = hits.length === 1 ? "1 entry" : `${hits.length} entries`;
    const where = narrowed.edition ? ` in ${narrowed.edition}` : "";
    const said = make("p", { class: "soft" }, hits.length ? `${count} for “${query}”${where}` : `Nothing found for “${query}”${where}. Try fewer or other words.`);
    const list = make("ol", { class: "hits" }, ...hits.map((hit) => hitRow(hit, addressOf(this.fullId(hit.entry)))));
    const rulings = this.findRulings(query, narrowed.game).map((ruling) => make("li", {},
      make("a", { href: addressOfRuling(ruling.id) }, ruling.question), make("p", { class: "kept-facts soft small" }, ruling.source)));
    const people = make("section", { class: "panel narrow" }, make("h2", { class: "small" }, "Rulings that people gave"),
      make("ul", { class: "links kept-rulings" }, ...rulings));
    place.replaceChildren(said, ...(rulings.length ? [people] : []), ...(hits.length ? [list] : []));
  }
}

/** The paragraph that holds most of the terms, cut around the first, with the places of its words found. */
function bestParagraph(entry, terms) {
  let best = { anchor: entry.paragraphs[0]?.anchor, text: entry.paragraphs[0]?.text ?? "", marks: [], held: 0 };
  for (const { anchor, text } of entry.paragraphs) {
    const marks = [...text.matchAll(/[\p{L}\p{N}'’]+/gu)].filter((found) => wordsOf(found[0]).some((word) => terms.has(stem(word))));
    const held = new Set(marks.map((found) => stem(fold(found[0])))).size;
    if (held > best.held) best = { anchor, text, marks: marks.map((found) => [found.index, found.index + found[0].length]), held };
  }
  const from = best.text.length > SNIPPET && best.marks.length ? Math.max(0, best.text.lastIndexOf(" ", Math.max(0, best.marks[0][0] - 80)) + 1) : 0;
  return { anchor: best.anchor, snippet: best.text.slice(from, from + SNIPPET), from, cut: from + SNIPPET < best.text.length, marks: best.marks.map(([a, b]) => [a - from, b - from]) };
}

function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

function hitRow({ entry, anchor, snippet, from, cut, marks }, address) {
  const words = make("p", { lang: entry.lang }, from ? "… " : "");
  let at = 0;
  for (const [start, end] of marks.filter(([, end]) => end <= snippet.length)) {
    words.append(snippet.slice(at, start), make("mark", {}, snippet.slice(start, end)));
    at = end;
  }
  words.append(snippet.slice(at), cut ? " …" : "");
  const link = make("a", { href: anchor ? `${address}#${anchor}` : address }, entry.headword);
  const source = make("span", { class: "soft small" }, `${entry.book.gameTitle} · ${entry.book.title}`);
  const mark = entry.book.official ? [] : [" ", make("span", { class: "badge unofficial" }, "unofficial")];
  return make("li", {}, make("h2", {}, link), source, ...mark, words);
}
