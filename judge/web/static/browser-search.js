// The search of the browser, for when no server answers: it ranks as `judge/search/ranking.py` does, by the same weights.
// `judge/web/offline/search_index.py` says what the index holds; numbers here are named as in `judge/search`.

const NAMED = 10, SURELY = 9, SAME_LANGUAGE = 8.4, ASKED = 7, LEFT = 6, NEARLY = 5;
const OTHER_ENDING = 0.96, OTHER_SPACES = 0.94, PER_EDIT = 0.1;
const WHOLE_NAME = 1.5, WHOLE_QUERY = 0.7, LEAST_SHARE = 0.34, STOP_IN_NAME = 0.25, IN_NAME = 0.7;
const SAME = 0.8, TRANSLATED = 0.5, FUZZY = [0.8, 0.8, 0.6], LONGEST_PHRASE = 4;
const SATURATION = 1.2, BY_LENGTH = 0.75;
const LOOKED_INTO = 30, LEAST = 0.12, SNIPPET = 320, SHOWN = 20;
const RULING_HOLDS = 0.6; // of what the words of a query weigh
const RULINGS_SHOWN = 5;
const PRINTED = new Set(["headword", "alias", "bare", "redirect"]);
const WORD = /[+-]\d+(?:\/[+-]\d+)+|(?:[\p{L}\p{N}]\.){2,}|[\p{L}\p{N}]+(?:['’][\p{L}\p{N}]+)*/gu;

const fold = (text) => text.toLowerCase().normalize("NFKD").replace(/\p{M}|['’.]/gu, "");
const wordsOf = (text) => (text.match(WORD) ?? []).map(fold);
const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);
const pairwise = (list) => list.slice(1).map((after, n) => [list[n], after]);
const push = (map, key, value) => (map.get(key) ?? map.set(key, []).get(key)).push(value);
const raise = (map, key, value) => { if (!(map.get(key) >= value)) map.set(key, value); };

/** Typing errors between two words (insertion, deletion, exchange, swap of neighbours); more than `most` is Infinity. */
function edits(a, b, most) {
  if (Math.abs(a.length - b.length) > most) return Infinity;
  let before = [], row = Array.from({ length: b.length + 1 }, (_, n) => n);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] !== b[j - 1]));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) next[j] = Math.min(next[j], before[j - 2] + 1);
    }
    if (Math.min(...next) > most) return Infinity;
    [before, row] = [row, next];
  }
  return row[b.length] <= most ? row[b.length] : Infinity;
}
const allowedEdits = (word) => (word.length < 3 ? 0 : word.length < 8 ? 1 : 2);

/** A query taken apart: its words, phrases, words that must not stand there, and what narrows it. */
function readQuery(query) {
  const narrowed = (name) => new RegExp(`(?:^|\\s)${name}:(\\S+)`, "i").exec(query)?.[1].toLowerCase() ?? "";
  const bare = query.replace(/(?:^|\s)(?:in|game|edition):\S+/gi, " ");
  const quoted = [...bare.matchAll(/["“”]([^"“”]+)["“”]|(?<=^|\s)['‘]([^'’]+)['’](?=$|\s)/g)];
  return {
    words: wordsOf(bare.replace(/(?<=^|\s)-[\p{L}"]\S*/gu, " ")),
    without: [...bare.matchAll(/(?<=^|\s)-([\p{L}"]\S*)/gu)].flatMap((found) => wordsOf(found[1])),
    terms: quoted.map((found) => wordsOf(found[1] ?? found[2]).join(" ")),
    phrases: quoted.filter((found) => found[1]).map((found) => wordsOf(found[1]).join(" ")),
    inHeadword: narrowed("in") === "headword", game: narrowed("game"), edition: narrowed("edition"),
  };
}

/** Opens the index: `search`, `suggest`, `entry` and `show` answer from it. Rejects where it cannot be had. */
export async function open(indexAddress) {
  const answer = await fetch(indexAddress);
  if (!answer.ok) throw new Error(`the index answers ${answer.status}`);
  return new BrowserIndex(await answer.json());
}

class BrowserIndex {
  constructor(data) {
    this.books = data.books.map(([game, edition, gameTitle, title, official, weight]) => ({ game, edition, gameTitle, title, official, weight }));
    this.settings = data.settings;
    this.stop = new Set(data.settings.stop);
    this.stems = data.stems;
    this.entries = data.entries.map(([book, slug, headword, aliases, kind, lang, paragraphs], id) => ({
      id, book: this.books[book], slug, headword, aliases, kind, lang,
      paragraphs: paragraphs.map(([anchor, text]) => ({ anchor, text })),
      names: new Set([headword, ...aliases].flatMap((name) => wordsOf(name).map((word) => this.stem(word, lang)))),
      factor: this.books[book].weight * (data.settings.factors[kind] ?? 1),
    }));
    this.readNames(data.names);
    this.readBooks();
    this.same = new Map();
    for (const group of data.same) for (const phrase of group) for (const other of group) if (other !== phrase) push(this.same, phrase, other);
    this.rulings = (data.rulings ?? []).map(([id, game, question, source, words]) =>
      ({ id, game, question, source, stems: new Set(wordsOf(words).map((word) => this.stem(word, "en"))) }));
  }

  stem(word, lang) {
    return this.stems[lang]?.[word] ?? word;
  }

  /** Words with their stems by language, and BM25F for every stem. */
  readBooks() {
    this.vocabulary = new Map();
    this.english = new Set();
    this.bm25 = new Map();
    const counted = this.entries.filter((entry) => entry.kind !== "redirect" || entry.paragraphs.length);
    this.sizes = new Map();
    for (const { book } of counted) this.sizes.set(book.game, (this.sizes.get(book.game) ?? 0) + 1);
    for (const entry of this.entries) {
      for (const paragraph of entry.paragraphs) {
        paragraph.line = wordsOf(paragraph.text).map((word) => this.known(word, entry.lang));
        paragraph.stems = new Set(paragraph.line);
        paragraph.pairs = new Set(pairwise(paragraph.line).map((pair) => pair.join(" ")));
      }
      for (const name of [entry.headword, ...entry.aliases]) for (const word of wordsOf(name)) this.known(word, entry.lang);
    }
    for (const [field, weight] of Object.entries(this.settings.fields)) {
      for (const lang of new Set(counted.map((entry) => entry.lang))) {
        this.readField(counted.filter((entry) => entry.lang === lang), (entry) => this.fieldOf(entry, field), weight, counted.length);
      }
    }
    this.bookStems = new Set([...this.vocabulary.values()].flatMap((stems) => [...stems]));
  }

  known(word, lang) {
    const stem = this.stem(word, lang);
    if (lang === "en") this.english.add(word);
    (this.vocabulary.get(word) ?? this.vocabulary.set(word, new Set()).get(word)).add(stem);
    return stem;
  }

  fieldOf(entry, field) {
    if (field === "text") return entry.paragraphs.flatMap((paragraph) => paragraph.line);
    if (field === "said") return this.said.get(entry.id) ?? [];
    return wordsOf(field === "aliases" ? entry.aliases.join("\n") : entry.headword).map((word) => this.stem(word, entry.lang));
  }

  readField(entries, stemsOf, weight, size) {
    const counts = new Map(entries.map((entry) => [entry.id, stemsOf(entry)]));
    const holders = new Map();
    for (const stems of counts.values()) for (const stem of new Set(stems)) holders.set(stem, (holders.get(stem) ?? 0) + 1);
    const average = sum([...counts.values()].map((stems) => stems.length)) / size || 1;
    for (const [id, stems] of counts) {
      const often = new Map();
      for (const stem of stems) often.set(stem, (often.get(stem) ?? 0) + 1);
      const length = 1 - BY_LENGTH + (BY_LENGTH * stems.length) / average;
      for (const [stem, count] of often) {
        const held = this.bm25.get(stem) ?? this.bm25.set(stem, new Map()).get(stem);
        const rarity = Math.log(size / (holders.get(stem) + 1)) + 1;
        held.set(id, (held.get(id) ?? 0) + (weight * rarity * count * (SATURATION + 1)) / (count + SATURATION * length));
      }
    }
  }

  readNames(rows) {
    this.names = rows.map(([shown, kind, lang, beginning, ...targets]) => ({
      words: wordsOf(shown), stems: wordsOf(shown).map((word) => this.stem(word, lang)), kind, lang, beginning,
      targets: targets.flatMap((id, n) => (n % 2 ? [] : [[id, targets[n + 1]]])),
    }));
    [this.plain, this.byStems, this.squeezed, this.holding] = [new Map(), new Map(), new Map(), new Map()];
    this.nameWords = new Set(this.names.flatMap((name) => name.words));
    this.nameStems = new Set(this.names.flatMap((name) => name.stems));
    this.printedStems = new Set();
    this.said = new Map();
    for (const name of this.names.filter((name) => !name.beginning)) {
      if (name.kind === "everyday") for (const stem of name.stems) push(this.said, name.targets[0][0], stem);
      else for (const stem of new Set(name.stems)) push(this.holding, stem, name);
      if (PRINTED.has(name.kind)) for (const stem of name.stems) this.printedStems.add(stem);
      push(this.plain, name.words.join(" "), name);
      push(this.byStems, name.stems.join(" "), name);
      if (name.kind !== "everyday") push(this.squeezed, name.words.join(""), name);
    }
    this.beginnings = this.names.filter((name) => name.beginning);
  }

  // ---------------------------------------------------------------- words

  rarity(stem, game) {
    const held = this.bm25.get(stem);
    if (!held) return 0;
    const holders = game ? [...held.keys()].filter((id) => this.entries[id].book.game === game).length : held.size;
    return holders ? Math.log(1 + this.size(game) / holders) : 0;
  }

  size(game) {
    return game ? this.sizes.get(game) ?? 0 : sum([...this.sizes.values()]);
  }

  isStop(word) {
    return this.stop.has(word) || (word.length === 1 && word !== "x");
  }

  stemsOf(word) {
    return [...(this.vocabulary.get(word) ?? [this.stem(word, "en"), this.stem(word, "fi")])];
  }

  knownStems(word) {
    return this.stemsOf(word).filter((stem) => this.bookStems.has(stem) || this.nameStems.has(stem));
  }

  /** What the words look for: each word's stems with how well each stands for it, and how telling it is. */
  expand(words, kept, game) {
    let named = null, left = words;
    for (let size = LONGEST_PHRASE + 1; size && !named; size--) {
      for (let at = 0; at + size <= words.length && !named; at++) {
        named = words.length > size ? this.settings.games[words.slice(at, at + size).join(" ")] : null;
        if (named) left = [...words.slice(0, at), ...words.slice(at + size)];
      }
    }
    const pieces = [];
    for (let at = 0; at < left.length; at += pieces.at(-1).split(" ").length) {
      const isOne = (n) => at + n <= left.length && (this.same.has(left.slice(at, at + n).join(" ")) || (n === 2 && this.vocabulary.has(left.slice(at, at + n).join(""))));
      const size = [4, 3, 2].find(isOne) ?? 1;
      pieces.push(left.slice(at, at + size).join(" "));
    }
    const content = pieces.filter((piece) => kept.has(piece) || piece.includes(" ") || !this.isStop(piece));
    const found = (content.length ? content : pieces).map((piece) => this.read(piece, game || named));
    return { words: found, game: named, onlyStops: !content.length, rarity: sum(found.map((word) => word.rarity)) || 1 };
  }

  read(piece, game) {
    let stems = this.stemsFor(piece);
    const literal = stems.size > 0;
    if (!literal) stems = this.mended(piece);
    const best = Math.max(0, ...stems.values());
    const rarities = [...stems].filter(([, weight]) => weight === best).map(([stem]) => this.rarity(stem, game)).filter(Boolean);
    return { typed: piece, stems, literal, rarity: stems.size ? (rarities.length ? Math.min(...rarities) : Math.log(1 + this.size(game))) : 0 };
  }

  stemsFor(piece) {
    const stems = new Map(), isPhrase = piece.includes(" ");
    if (isPhrase) for (const stem of this.knownStems(piece.replaceAll(" ", ""))) raise(stems, stem, 1);
    for (const word of piece.split(" ")) {
      if (!isPhrase || !this.isStop(word)) for (const stem of this.knownStems(word)) raise(stems, stem, 1);
    }
    for (const other of this.same.get(piece) ?? []) {
      if (!other.includes(" ")) for (const stem of this.knownStems(other)) raise(stems, stem, SAME);
    }
    for (const name of [...(this.plain.get(piece) ?? []), ...this.beginning(piece)].filter((name) => name.kind === "lexicon")) {
      for (const [id, weight] of name.targets.slice(0, 2)) {
        for (const word of wordsOf(this.entries[id].headword)) if (!this.isStop(word)) raise(stems, this.stem(word, this.entries[id].lang), TRANSLATED * weight);
      }
    }
    return stems;
  }

  beginning(word) {
    const found = this.beginnings.filter((name) => word.startsWith(name.words.join(" ")));
    return found.sort((a, b) => b.words[0].length - a.words[0].length).slice(0, 1);
  }

  /** The stems of the words of names that an unknown word begins, else of the nearest words. */
  mended(word) {
    const inName = (other) => this.stemsOf(other).some((stem) => this.printedStems.has(stem));
    const stems = new Map(), all = [...this.vocabulary.keys()].filter((other) => other.length > 2 && !/^\d+$/.test(other));
    const begun = word.length < 3 ? [] : all.filter((other) => other.startsWith(word) && inName(other)).sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
    for (const other of begun.slice(0, 4)) for (const stem of this.knownStems(other)) if (!stems.has(stem)) stems.set(stem, stems.size ? 0.5 : 0.9);
    if (begun.length || !allowedEdits(word)) return stems;
    const near = all.map((other) => [edits(word, other, allowedEdits(word)), !inName(other), other[0] !== word[0], other]).filter(([away]) => away < Infinity);
    near.sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2] || (a[3] < b[3] ? -1 : 1));
    for (const [away, , , other] of near.slice(0, 4)) {
      for (const stem of this.knownStems(other)) raise(stems, stem, FUZZY[away]);
    }
    return stems;
  }

  /** How much of what is wanted (0 to 1) these stems hold; those of the name count less. */
  shareHeld(wanted, here, named = new Set()) {
    return sum(wanted.words.map((word) => word.rarity * Math.max(0, ...[...word.stems].map(([stem, weight]) => (here.has(stem) ? weight : named.has(stem) ? weight * IN_NAME : 0))))) / wanted.rarity;
  }

  // ---------------------------------------------------------------- names

  /** The best fit of each entry, name by name and word by word. */
  fits(wanted, stops) {
    const weights = new Map(), held = new Map(), found = new Map();
    for (const word of wanted.words) for (const [stem, weight] of word.stems) raise(weights, stem, weight);
    for (const [stem, weight] of weights) {
      const ofQuery = this.shareHeld(wanted, new Set([stem]));
      for (const name of this.holding.get(stem) ?? []) {
        const so = held.get(name) ?? held.set(name, { share: 0, asked: 0 }).get(name);
        so.share += weight * this.shareOf(name, stem);
        so.asked += ofQuery;
      }
    }
    for (const [name, { share, asked }] of held) {
      if (share < LEAST_SHARE || (name.kind === "lexicon" && !name.stems.every((stem) => weights.has(stem) || stops.has(stem)))) continue;
      const fit = share ** WHOLE_NAME * Math.min(1, asked) ** WHOLE_QUERY * this.settings.names[name.kind];
      for (const [id, weight] of name.targets) raise(found, id, fit * weight);
    }
    return found;
  }

  shareOf(name, stem) {
    name.rarities ??= name.words.map((word, n) => this.isStop(word) ? (PRINTED.has(name.kind) ? STOP_IN_NAME : 0) : this.rarity(name.stems[n], this.entries[name.targets[0][0]].book.game) || 1);
    return sum(name.rarities.filter((_, n) => name.stems[n] === stem)) / (sum(name.rarities) || 1);
  }

  /** The tier of each entry that a whole name puts there, and whether it bears that name alone. */
  tiers(read, wanted) {
    const found = new Map(), text = read.words.join(" "), content = wanted.words.map((word) => word.typed).join(" ");
    const put = (names, tier) => {
      for (const name of names) {
        for (const [id, weight] of name.targets) {
          const height = tier * this.settings.names[name.kind] * weight;
          if (!(found.get(id)?.height >= height)) found.set(id, { height, bears: PRINTED.has(name.kind) && name.targets.length === 1 });
        }
      }
      return names.length;
    };
    const whole = (typed, tier) => {
      const stems = (n) => typed.split(" ").map((word) => this.stemsOf(word)).map((some) => some[Math.min(n, some.length - 1)]).join(" ");
      return put(this.plain.get(typed) ?? [], tier) + put(this.byStems.get(stems(0)) ?? [], tier * OTHER_ENDING) +
        put(this.byStems.get(stems(1)) ?? [], tier * OTHER_ENDING) + put(this.squeezed.get(typed.replaceAll(" ", "")) ?? [], tier * OTHER_SPACES) +
        (typed.includes(" ") ? 0 : put(this.beginning(typed), tier * OTHER_ENDING));
    };
    const subject = text.includes(" ") ? this.settings.subject.map((pattern) => new RegExp(pattern).exec(text)).find(Boolean)?.groups.subject : undefined;
    let named = whole(text, NAMED);
    for (const typed of new Set([...read.terms, ...(subject ? [subject] : [])])) named += whole(typed, ASKED);
    for (const typed of new Set([content, content.split(" ").filter((word) => !/^\d+$/.test(word)).join(" ")])) {
      if (typed && typed !== text && typed !== subject) named += whole(typed, LEFT);
    }
    for (const word of wanted.words) {
      if (this.english.has(word.typed)) continue;
      put((this.holding.get(this.stem(word.typed, "fi")) ?? []).filter((name) => name.lang === "fi" && name.kind === "headword"), SAME_LANGUAGE);
    }
    if (!named && (wanted.onlyStops || wanted.words.some((word) => !word.literal))) {
      for (const typed of new Set([text, ...(subject ? [subject] : []), content].map((one) => one.replaceAll(" ", "")))) {
        for (const [key, names] of this.squeezed) {
          const away = edits(typed, key, allowedEdits(typed));
          if (away < Infinity) put(names.filter((name) => PRINTED.has(name.kind)), NEARLY * (1 - PER_EDIT * away));
        }
      }
    }
    return found;
  }

  // ---------------------------------------------------------------- entries

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
      for (const hit of this.ranked(readQuery(part), game, edition)) if (!(best.get(hit.entry)?.score >= hit.score)) best.set(hit.entry, hit);
    }
    return [...best.values()].sort((a, b) => b.score - a.score || a.entry.id - b.entry.id).slice(0, limit)
      .map((hit) => ({ ...hit, ...this.bestParagraph(hit.entry, hit.stems) }));
  }

  /** All entries that fit a query that was read, each with its score, the best first. */
  ranked(read, game, edition) {
    if (!read.words.length) return [];
    [game, edition] = [read.game || game, read.edition || edition];
    const { weights, factors } = this.settings;
    const wanted = this.expand(read.words, new Set([...read.terms, ...read.phrases].flatMap((term) => term.split(" "))), this.sizes.has(game) ? game : "");
    const tiers = this.tiers(read, wanted), fits = this.fits(wanted, new Set(read.words.filter((word) => this.isStop(word))));
    const totals = new Map();
    for (const word of read.inHeadword ? [] : wanted.words) {
      const best = new Map();
      for (const [stem, weight] of word.stems) for (const [id, score] of this.bm25.get(stem) ?? []) raise(best, id, score * weight);
      for (const [id, score] of best) totals.set(id, (totals.get(id) ?? 0) + score);
    }
    const may = (id) => fitsIn(this.entries[id], read, game, edition);
    const ids = [...new Set([...tiers.keys(), ...fits.keys(), ...totals.keys()])].filter(may);
    const highest = Math.max(0, ...ids.map((id) => totals.get(id) ?? 0)) || 1;
    const factorOf = (entry) => entry.factor * (wanted.game && entry.book.game !== wanted.game ? factors.other_game : 1);
    const found = ids.map((id) => {
      const blend = weights.name * (fits.get(id) ?? 0) + (weights.body * (totals.get(id) ?? 0)) / highest;
      return { entry: this.entries[id], tier: tiers.get(id), blend, score: ((tiers.get(id)?.height ?? 0) + blend) * factorOf(this.entries[id]) };
    }).sort((a, b) => b.score - a.score || a.entry.id - b.entry.id).slice(0, LOOKED_INTO);
    const pairs = pairwise(read.words).filter(([a, b]) => !(this.isStop(a) && this.isStop(b))).map((pair) => pair.map((word) => this.stemsOf(word)[0]).join(" "));
    const stems = new Set(wanted.words.flatMap((word) => [...word.stems.keys()]));
    for (const hit of found) {
      const { tier, entry } = hit;
      let [most, paragraph, phrase] = [-1, 0, 0];
      for (const one of entry.paragraphs) {
        const held = this.shareHeld(wanted, one.stems, entry.names), together = pairs.length ? pairs.filter((pair) => one.pairs.has(pair)).length / pairs.length : 0;
        if (held + together > most + 1e-9) [most, paragraph, phrase] = [held + together, held, together];
      }
      const whole = tier?.height >= SURELY && tier.bears;
      const blend = whole ? sum(Object.values(weights)) : hit.blend + weights.paragraph * paragraph + weights.phrase * phrase;
      Object.assign(hit, { stems, score: ((tier?.height ?? 0) + blend) * factorOf(entry) });
    }
    found.sort((a, b) => b.score - a.score || a.entry.id - b.entry.id);
    return found.filter((hit) => hit.score >= LEAST * Math.min(found[0].score, 1));
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

  /** The kept rulings that hold what weighs most of the words: a word counts the more the fewer rulings hold it. */
  findRulings(query, game = "") {
    const rulings = this.rulings.filter((ruling) => !game || ruling.game === game);
    const words = readQuery(query).words.filter((word) => !this.isStop(word)).map((word) => this.stem(word, "en"));
    const weights = [...new Set(words)].map((word) => {
      const count = rulings.filter(({ stems }) => stems.has(word)).length;
      return [word, Math.log(1 + (rulings.length + 1) / (1 + (count || rulings.length / 2)))];
    });
    const whole = sum(weights.map(([, weight]) => weight));
    return rulings.map((ruling) => ({ ruling, score: sum(weights.map(([word, weight]) => (ruling.stems.has(word) ? weight : 0))) }))
      .filter(({ score }) => score && score >= RULING_HOLDS * whole).sort((a, b) => b.score - a.score)
      .slice(0, RULINGS_SHOWN).map(({ ruling }) => ruling);
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

  /** The paragraph that holds most of the stems, cut around the first, with the places of its words found. */
  bestParagraph(entry, stems) {
    let best = { anchor: entry.paragraphs[0]?.anchor, text: entry.paragraphs[0]?.text ?? "", marks: [], held: 0 };
    for (const { anchor, text } of entry.paragraphs) {
      const marks = [...text.matchAll(WORD)].filter((found) => stems.has(this.stem(fold(found[0]), entry.lang)));
      const held = new Set(marks.map((found) => this.stem(fold(found[0]), entry.lang))).size;
      if (held > best.held) best = { anchor, text, marks: marks.map((found) => [found.index, found.index + found[0].length]), held };
    }
    const from = best.text.length > SNIPPET && best.marks.length ? Math.max(0, best.text.lastIndexOf(" ", Math.max(0, best.marks[0][0] - 80)) + 1) : 0;
    return { anchor: best.anchor, snippet: best.text.slice(from, from + SNIPPET), from, cut: from + SNIPPET < best.text.length, marks: best.marks.map(([a, b]) => [a - from, b - from]) };
  }
}

/** True where an entry is of the game and edition asked for and holds the phrases, and no word that it must not. */
function fitsIn(entry, read, game, edition) {
  const names = [entry.headword, ...entry.aliases];
  const text = read.phrases.length + read.without.length + read.inHeadword ? ` ${wordsOf([...names, ...entry.paragraphs.map((p) => p.text)].join("\n")).join(" ")} ` : "";
  return (!game || entry.book.game.includes(game)) && (!edition || entry.book.edition === edition) &&
    read.phrases.every((phrase) => text.includes(` ${phrase} `)) && !read.without.some((word) => text.includes(` ${word} `));
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
