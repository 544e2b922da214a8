// The resolver's form without reloads: each button asks the server for the form anew and puts it in place.
"use strict";

const form = document.getElementById("dispute");
const said = document.getElementById("said");

/** Over when no button is being pressed: one that moves away under a finger is not pressed. */
let pressed = Promise.resolve();
form.addEventListener("pointerdown", (event) => {
  if (!event.target.closest("button, label, summary, a")) return;
  pressed = new Promise((lifted) => {
    ["pointerup", "pointercancel"].forEach((end) => addEventListener(end, () => setTimeout(lifted), { once: true }));
    setTimeout(lifted, 1500); // where no end is told
  });
}, true);

/**
 * The form as sent when the button `name` is pressed (or with other `fields`), its HTML put in place, with what was
 * typed while the server answered; false where it did not answer with a form.
 */
async function refresh(name, focus, words, fields = new FormData(form)) {
  const sent = new FormData(form);
  const body = new URLSearchParams(fields);
  body.set("do", name);
  const asked = document.activeElement;
  const answer = await fetch(form.action, { method: "POST", body });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  await pressed;
  const fresh = page.getElementById("dispute");
  if (!fresh) return false;
  const opened = [...form.querySelectorAll("details")].map((d) => d.open);
  const moved = goneOnTo(asked);
  const top = document.activeElement?.getBoundingClientRect().top;
  const typed = /^(remove|up|down)-/.test(name) ? [] : [...new FormData(form)].filter(([key, value]) => sent.get(key) !== value);
  form.replaceChildren(...fresh.childNodes);
  for (const [key, value] of typed) if (/^(text|search|textarea|select-one)/.test(form.elements[key]?.type)) form.elements[key].value = value;
  if (!/^(add|remove|up|down)-/.test(name)) form.querySelectorAll("details").forEach((d, i) => { if (opened[i]) d.open = true; });
  dress();
  keepDraft();
  said.textContent = words;
  if (moved?.resume()) return true;
  const target = focus?.split(", ").map((wanted) => form.querySelector(wanted)).find(Boolean);
  target?.focus({ preventScroll: top !== undefined });
  if (target && top !== undefined && !name.startsWith("add-")) scrollBy({ top: target.getBoundingClientRect().top - top, behavior: "instant" });
  else target?.scrollIntoView({ block: "center" });
  return true;
}

/** The field one has gone on to since `asked` had the focus, so that typing there goes on where it was. */
function goneOnTo(asked) {
  const here = document.activeElement;
  if (here === asked || !here.id || !form.contains(here)) return null;
  const { selectionStart: from, selectionEnd: to } = here;
  return { resume: () => {
    const again = document.getElementById(here.id);
    again?.focus({ preventScroll: true });
    if (typeof from === "number") again?.setSelectionRange(from, to);
    return Boolean(again);
  } };
}

/** What has the focus after a button: the new row, the moved row's same button, else the button that adds. */
function next(name) {
  const [, verb, what, place] = name.match(/^(add|remove|up|down)-(player|card)(?:-(\d+))?$/) ?? [];
  const count = what ? form.querySelectorAll(`.${what}-row`).length : 0;
  if (verb === "add") return [`#${what}s-${count}-name`, `Added ${what} ${count + 1}.`];
  if (verb === "remove") return [`button[value=add-${what}]`, `Removed ${what} ${+place + 1}.`];
  const [, change, at] = name.match(/^(mend|unmend|pick)-(\d+)/) ?? [];
  if (change === "mend") return [`#cards-${at}-ability_0_timing, #cards-${at}-text`, "The reading can be changed."];
  if (change) return [`#cards-${at}-text`, change === "pick" ? "The card’s text is filled in." : "The text is read anew."];
  if (name === "paste") return ["[aria-invalid=true], #paste-read, button[value=paste]", "The form is filled in from the text."];
  if (name === "find") return ["#found button, #find", "The library was searched."];
  if (name.startsWith("take-")) return ["#find", "The card was added."];
  if (verb) {
    const to = Math.min(Math.max(+place + (verb === "up" ? -1 : 1), 0), count - 1);
    return [`button[value=${verb}-${what}-${to}]`, `${what === "card" ? "Card" : "Player"} ${+place + 1} is now ${to + 1}.`];
  }
  return [`button[value="${CSS.escape(name)}"]`, name === "read" ? "The texts are read." : "The form has changed."];
}

form.addEventListener("submit", async (event) => {
  const name = event.submitter?.value;
  const size = new Blob([new URLSearchParams(new FormData(form)).toString()]).size;
  const tooLarge = document.getElementById("size-problem");
  if (size > +form.dataset.max) {
    event.preventDefault();
    tooLarge.hidden = false;
    tooLarge.textContent = `This is ${Math.ceil(size / 1000)} kB; at most ${form.dataset.max / 1000} kB can be sent. Shorten the texts; nothing is lost.`;
    return;
  }
  if (!name || name === "resolve") return;
  event.preventDefault();
  const finds = form.elements.find?.value.trim();
  if (name === "enter" && !finds) { await hint(); return; } // Enter goes no further than what stands there so far
  await press(name === "enter" ? "find" : name);
});

/** A button pressed without a reload, as the browser would have done where that fails. */
async function press(name) {
  try {
    if (!(await refresh(name, ...next(name)))) throw new Error("no form");
  } catch { submitPlainly(name); }
}

/** As the browser would have done without us. */
function submitPlainly(name) {
  const field = Object.assign(document.createElement("input"), { type: "hidden", name: "do", value: name });
  form.append(field);
  form.submit();
}

const readings = new Map(); // by game and text, the page's piece that shows how it reads

/** A card's text as the program understands it, shown below while one types; the server words it. */
async function understand(area) {
  const place = area.parentElement.querySelector("[data-understood]");
  if (!place) return; // its reading is mended
  if (!area.value.trim()) { place.hidden = true; return; }
  const typed = area.value;
  const body = new URLSearchParams({ text: typed, game: form.elements.game.value });
  const asked = body.toString();
  if (!readings.has(asked)) {
    const answer = await fetch(form.action + "/reading", { method: "POST", body }).catch(() => null);
    if (answer?.ok) readings.set(asked, await answer.text());
  }
  await pressed;
  if (!readings.has(asked) || area.value !== typed) return;
  const read = new DOMParser().parseFromString(readings.get(asked), "text/html");
  place.firstElementChild.replaceChildren(...read.body.childNodes);
  place.hidden = false;
}

/** What the form may not mean as it stands, told at its fields before anything is resolved; the server words it. */
async function hint() {
  const sent = new URLSearchParams(new FormData(form));
  const answer = await fetch(form.action + "/hints", { method: "POST", body: sent }).catch(() => null);
  const rows = answer?.ok ? await answer.json() : null;
  await pressed;
  if (!rows || sent.toString() !== typedSoFar()) return;
  const told = new Map(rows.filter((one) => one.text).map((one) => [one.field, one.text]));
  form.querySelectorAll("[data-hint]").forEach((place) => {
    const found = told.get(place.dataset.hint) ?? "";
    const words = document.getElementById(`${place.dataset.hint}-problem`)?.textContent === found ? "" : found;
    if (place.textContent !== words) place.textContent = words;
    place.hidden = !words;
  });
  form.dispatchEvent(new CustomEvent("hinted", { detail: rows }));
}

/** Cards of the library for the box that adds them. */
const cards = {
  find: async (input) => {
    const answer = await fetch(`${input.dataset.cards}?${new URLSearchParams({ q: input.value, game: form.elements.game.value })}`);
    return answer.ok ? answer.json() : [];
  },
  words: (card) => [card.name, card.remark, card.line],
  pick: (card) => press(`take-${card.code}`),
};

/** Names typed so far, offered wherever a name is asked for. */
function offerNames() {
  const typed = (selector) => [...new Set([...form.querySelectorAll(selector)].map((i) => i.value.trim()).filter(Boolean))];
  const players = typed("[data-player]");
  const fill = (id, names) => document.getElementById(id)?.replaceChildren(...names.map((n) => make("option", { value: n })));
  fill("players", players);
  fill("controllers", [...players, "scenario"]);
  fill("names", [...players, ...typed(".card-row input[name$=-name]")]);
}

/** The form as the choice in `select` asks for it. */
async function choose(select) {
  try {
    if (!(await refresh("choose", `#${select.id}`, "The form has changed."))) throw new Error("no form");
  } catch { submitPlainly("choose"); }
}

/** Whether something else is chosen than what the page came with. */
function isChanged(select) {
  return select.selectedIndex !== Math.max([...select.options].findIndex((option) => option.defaultSelected), 0);
}

/* What is being typed outlives a reload, the way back to the page, and a phone that had dropped it: for this tab only. */
const draftName = `judge-draft ${location.pathname}${location.search}`;
const typedSoFar = () => new URLSearchParams(new FormData(form)).toString();
function keepDraft() {
  try { sessionStorage.setItem(draftName, typedSoFar()); } catch { /* this browser keeps nothing */ }
}
function draftLeft() {
  if (!["reload", "back_forward"].includes(performance.getEntriesByType("navigation")[0]?.type)) return null;
  try { return sessionStorage.getItem(draftName); } catch { return null; }
}

/** What the form's fields get whenever they stand anew. */
function dress() {
  form.querySelectorAll("[data-refresh-button]").forEach((button) => { button.closest(".actions").hidden = true; });
  form.querySelectorAll("[data-refresh]").forEach((select) => select.addEventListener("change", () => choose(select)));
  form.querySelectorAll("[data-ability]").forEach((area) => {
    let waiting;
    area.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(() => understand(area), 500); });
    if (area.value.trim() && area.parentElement.querySelector("[data-understood]")?.hidden) understand(area);
  });
  form.querySelectorAll("[data-cards]").forEach((input) => combobox(input, cards));
  form.dispatchEvent(new Event("dressed"));
}
form.addEventListener("change", offerNames);
form.addEventListener("change", hint);
form.addEventListener("input", keepDraft);
dress();
const early = [...form.querySelectorAll("[data-refresh]")].find(isChanged);
const draft = draftLeft();
if (draft && draft !== typedSoFar()) refresh("choose", undefined, "The form stands as you left it.", new URLSearchParams(draft)).catch(() => undefined);
else if (early) choose(early); // chosen before this script was there: catch up
