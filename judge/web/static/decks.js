// Decks are kept in this browser alone: the form of a chart remembers its table, and under a ruling the cards of
// those decks that could respond are told. Everything works without this file.
(() => {
  "use strict";
  const KEY = "judge-table";
  const read = () => { try { return JSON.parse(localStorage.getItem(KEY)) || {}; } catch { return {}; } };
  const write = (value) => { try { localStorage.setItem(KEY, JSON.stringify(value)); } catch { /* private mode */ } };

  const form = document.querySelector("form[data-table]");
  if (form) {
    // one table a game, so that a scenario of one game is never put to another; what the page came with stays
    const edition = form.elements.edition;
    const fields = [...form.elements].filter((field) => field.name && field !== edition);
    const said = () => fields.map((field) => field.value).join("\0");
    const game = () => edition.value.split("/")[0];
    const fill = (table) => {
      for (const field of fields) field.value = table[field.name] || "";
      if (table.edition) edition.value = table.edition;
    };
    const { games = {}, last } = read();
    if (fields.every((field) => !field.value)) {
      const named = new URLSearchParams(location.search).has("edition");
      fill(games[named ? game() : last] || {});
    }
    let filled = said();
    edition.addEventListener("change", () => {
      if (said() !== filled) return;
      fill({ ...games[game()], edition: edition.value });
      filled = said();
    });
    form.addEventListener("submit", () => {
      const table = Object.fromEntries([edition, ...fields].map((field) => [field.name, field.value]));
      write({ ...read(), games: { ...games, [game()]: table }, last: game() });
    });
  }

  const cards = document.querySelectorAll(".chart li[data-owner] a");
  if (cards.length) {
    const decks = {};
    for (const link of cards) {
      const owner = link.closest("li").dataset.owner;
      const code = decodeURIComponent(link.pathname.split("/").pop());
      (decks[owner] ||= []).includes(code) || decks[owner].push(code);
    }
    write({ ...read(), decks });
  }

  const under = document.querySelector("[data-responders]");
  const decks = read().decks || {};
  if (under && Object.keys(decks).length) {
    const asked = new URLSearchParams({ dispute: under.dataset.responders });
    for (const [, codes] of Object.entries(decks)) asked.append("codes", codes.slice(0, 120).join(","));
    fetch(`/api/responders?${asked}`).then((answer) => answer.ok ? answer.json() : null).then((found) => {
      const theirs = found ? found.stands.flatMap((stand) => stand.responders).filter((one) => one.source === "deck") : [];
      if (!theirs.length) return;
      const told = document.createElement("p");
      told.append("Also in your decks: ");
      theirs.slice(0, 12).forEach((one, place) => {
        const link = document.createElement("a");
        link.href = `/cards/${encodeURIComponent(one.code)}`;
        link.textContent = one.name;
        told.append(place ? ", " : "", link, one.mandatory === false ? " (may)" : " (must)");
      });
      under.before(told);
    }).catch(() => {});
  }
})();
