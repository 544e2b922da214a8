// The resolver's form without reloads: each button asks the server for the form anew and puts it in place.
"use strict";

const form = document.getElementById("dispute");
const said = document.getElementById("said");

/** The form as sent when `button` is pressed, its HTML put in place; false where the server did not answer with a form. */
async function refresh(name, focus, words) {
  const body = new URLSearchParams(new FormData(form));
  body.set("do", name);
  const answer = await fetch(form.action, { method: "POST", body });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.getElementById("dispute");
  if (!fresh) return false;
  const opened = [...form.querySelectorAll("details")].map((d) => d.open);
  const top = document.activeElement?.getBoundingClientRect().top;
  form.replaceChildren(...fresh.childNodes);
  if (!/^(add|remove|up|down)-/.test(name)) form.querySelectorAll("details").forEach((d, i) => { if (opened[i]) d.open = true; });
  dress();
  const target = focus && form.querySelector(focus);
  target?.focus({ preventScroll: top !== undefined });
  if (target && top !== undefined && !name.startsWith("add-")) scrollBy({ top: target.getBoundingClientRect().top - top, behavior: "instant" });
  else target?.scrollIntoView({ block: "center" });
  said.textContent = words;
  return true;
}

/** What has the focus after a button: the new row, the moved row's same button, else the button that adds. */
function next(name) {
  const [, verb, what, place] = name.match(/^(add|remove|up|down)-(player|card)(?:-(\d+))?$/) ?? [];
  const count = what ? form.querySelectorAll(`.${what}-row`).length : 0;
  if (verb === "add") return [`#${what}s-${count}-name`, `Added ${what} ${count + 1}.`];
  if (verb === "remove") return [`button[value=add-${what}]`, `Removed ${what} ${+place + 1}.`];
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
    tooLarge.textContent = `This is ${(size / 1e6).toFixed(1)} MB; at most 1 MB can be sent. Shorten the texts; nothing is lost.`;
    return;
  }
  if (!name || name === "resolve") return;
  event.preventDefault();
  try {
    if (!(await refresh(name, ...next(name)))) throw new Error("no form");
  } catch {
    submitPlainly(name);
  }
});

/** As the browser would have done without us. */
function submitPlainly(name) {
  const field = Object.assign(document.createElement("input"), { type: "hidden", name: "do", value: name });
  form.append(field);
  form.submit();
}

/** A card's text as the program understands it, shown below while one types. */
async function understand(area) {
  const place = area.parentElement.querySelector("[data-understood]");
  if (!area.value.trim()) { place.hidden = true; return; }
  const typed = area.value;
  const answer = await fetch("/api/ability", {
    method: "POST", headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ text: typed, game: form.elements.game.value || undefined }),
  }).catch(() => null);
  if (!answer || area.value !== typed) return;
  const read = await answer.json();
  const list = make("ul");
  for (const a of read.abilities ?? []) list.append(make("li", {}, abilityInWords(a)));
  for (const k of read.keywords ?? []) list.append(make("li", {}, `Keyword: ${words(k.name)}${k.value == null ? "" : ` ${k.value}`}`));
  if (answer.ok && !list.children.length) list.append(make("li", {}, "No ability and no keyword."));
  place.replaceChildren(...(answer.ok ? [make("strong", {}, "Understood as"), list] : [read.detail]));
  place.hidden = false;
}
const words = (id) => { const w = id.replaceAll("-", " "); return w[0].toUpperCase() + w.slice(1); };
function abilityInWords(a) {
  const form_ = a.form ? ` (${a.form.replaceAll("-", " ")} only)` : "";
  const trigger = a.trigger ? `, ${a.trigger.word} ${a.trigger.text}${a.trigger.event ? "" : " (event not recognised)"}` : "";
  return `${words(a.timing)}${form_}, ${a.mandatory ? "mandatory" : "optional"}${trigger}`;
}

/** Names typed so far, offered wherever a name is asked for. */
function offerNames() {
  const typed = (selector) => [...new Set([...form.querySelectorAll(selector)].map((i) => i.value.trim()).filter(Boolean))];
  const players = typed("[data-player]");
  const fill = (id, names) => document.getElementById(id)?.replaceChildren(...names.map((n) => make("option", { value: n })));
  fill("players", players);
  fill("controllers", [...players, "scenario"]);
  fill("names", [...players, ...typed(".card-row input[name$=-name]")]);
}

/** What the form's fields get whenever they stand anew. */
function dress() {
  form.querySelectorAll("[data-refresh-button]").forEach((button) => { button.closest(".actions").hidden = true; });
  form.querySelectorAll("[data-refresh]").forEach((select) => select.addEventListener("change", async () => {
    try {
      if (!(await refresh("choose", `#${select.id}`, "The form has changed."))) throw new Error("no form");
    } catch { submitPlainly("choose"); }
  }));
  form.querySelectorAll("[data-ability]").forEach((area) => {
    let waiting;
    area.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(() => understand(area), 500); });
    if (area.value.trim() && area.parentElement.querySelector("[data-understood]").hidden) understand(area);
  });
}
form.addEventListener("change", offerNames);
dress();
