// Where no server answers: pages kept on the device by the service worker, and exported sites. Loaded before app.js.
// Addresses come with the script's element; an exported site names no worker.
"use strict";

const kept = { ...document.currentScript.dataset };
const whole = (address) => new URL(address, location.href).href;
const isExported = !kept.worker;
const isOffline = document.getElementById("offline-mark") !== null;

/** The address of an entry on this site. */
function entryPath(id) {
  const path = id.split("/").map(encodeURIComponent).join("/");
  return isExported ? new URL(`rules/${path}.html`, whole(kept.home)).href : `/rules/${path}`;
}

/** The address of a kept ruling on this site. */
const rulingPath = (id) => isExported ? new URL(`kept-rulings/${id}.html`, whole(kept.home)).href : `/kept-rulings/${id}`;

/** The id of the entry that an address of this site leads to. */
const entryId = (address) => /\/rules\/([^/]+\/[^/]+\/[^/]+?)(?:\.html)?$/.exec(new URL(address).pathname)?.[1];

let index;
/** The browser's own index; loaded when first needed, and never while the server answers. */
function browserIndex() {
  index ??= import(whole(kept.search)).then((module) => module.open(whole(kept.index)));
  index.catch(() => { index = undefined; });
  return index;
}

/** What the server says at `path`; where none can be reached, what the browser's own index says. */
async function asked(path, ofIndex) {
  if (!isExported && !isOffline) {
    const answer = await fetch(path).catch(() => undefined);
    if (answer) return answer.ok ? answer.json() : Promise.reject(answer.status);
  }
  return ofIndex(await browserIndex());
}

/* The search page without a server: the index answers what the address asks. */
async function searchHere() {
  const box = document.getElementById("q");
  const typed = new URLSearchParams(location.search);
  const query = typed.get("q")?.trim();
  if (!box || !query || !(isExported || isOffline)) return;
  const game = typed.get("game") ?? "", edition = typed.get("edition") ?? "";
  box.value = query;
  if (box.form.elements.game) box.form.elements.game.value = game;
  document.title = `${query} · Judge`;
  const place = document.createElement("section");
  place.setAttribute("aria-live", "polite");
  box.form.after(place);
  for (const words of box.form.parentElement.querySelectorAll(":scope.hero > h1, :scope.hero > p")) words.className = "vh";
  try {
    (await browserIndex()).show(place, query, { game, edition }, entryPath, rulingPath);
  } catch {
    place.textContent = "The search index could not be loaded. " + (location.protocol === "file:"
      ? "Browsers load it only from a web server, not from a folder: the contents below work all the same."
      : "Reload the page, or use the contents below.");
  }
}

/** Show the sentence on `/offline` that holds on this device. */
function say(state) {
  for (const sentence of document.querySelectorAll("[data-kept]")) sentence.hidden = sentence.dataset.kept !== state;
}

async function listKeptRulings() {
  const section = document.querySelector("[data-kept-rulings]");
  if (!section || !globalThis.caches) return;
  const cache = await caches.open("judge-rulings");
  const rows = await Promise.all((await cache.keys()).reverse().map(async (request) => {
    const html = await (await cache.match(request)).text();
    const link = document.createElement("a");
    link.href = new URL(request.url).pathname;
    link.textContent = new DOMParser().parseFromString(html, "text/html").title.replace(/ · Judge$/, "");
    const row = document.createElement("li");
    row.append(link);
    return row;
  }));
  section.hidden = !rows.length;
  section.querySelector("ul").replaceChildren(...rows);
  section.querySelector("button").onclick = async () => { await caches.delete("judge-rulings"); await caches.delete("judge-charts"); section.hidden = true; };
}

async function keep() {
  if (!navigator.serviceWorker) {
    say("impossible");
    for (const link of document.querySelectorAll("[data-kept-link]")) link.append(" (not possible at this address)");
    return;
  }
  if (navigator.connection?.saveData && !document.querySelector("[data-kept]")) return; // asked to spare data
  say("keeping");
  try {
    await navigator.serviceWorker.register(kept.worker);
    const worker = (await navigator.serviceWorker.ready).active;
    say("ready");
    if (location.pathname.startsWith("/rulings/") && !isOffline) worker.postMessage({ keep: location.href });
  } catch {
    say(isOffline ? "ready" : "refused");
  }
}

searchHere();
if (!isExported) {
  addEventListener("load", keep);
  listKeptRulings().catch(() => undefined); // a browser that keeps nothing has none to list
}
