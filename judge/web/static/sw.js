// The service worker: keeps the reader, the search, the last rulings and the last chart of one build, and answers with
// them where the network does not. `/sw.js` puts `KEPT` before this: {key, policy, pages, files}.
"use strict";

const RULES = `judge-rules-${KEPT.key}`;
const RULINGS = "judge-rulings";
const CHARTS = "judge-charts"; // the last one, at the address of its form
const MOST_RULINGS = 20;
const PATIENCE = 6000; // milliseconds until a network that does not answer counts as none
const GATEWAY = new Set([502, 503, 504]);

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(RULES).then((cache) => cache.addAll(KEPT.files)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const old = (name) => name.startsWith("judge-") && ![RULES, RULINGS, CHARTS].includes(name);
  event.waitUntil(
    caches.keys()
      .then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (address.origin !== location.origin) return;
  if (request.method === "POST" && request.mode === "navigate" && address.pathname === "/chart") event.respondWith(chart(request, address));
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(page(request, address));
  else if (/^\/(static|offline)\//.test(address.pathname)) event.respondWith(file(request));
});

let keeping = Promise.resolve(); // one ruling after another: two at once would each make room for the same one
self.addEventListener("message", (event) => {
  if (!event.data?.keep) return;
  const address = new URL(event.data.keep, location.href);
  keeping = keeping.then(() => keepRuling(address)).catch(() => undefined);
  event.waitUntil(keeping);
});

async function file(request) {
  const cache = await caches.open(RULES);
  const kept = await cache.match(request);
  if (kept) return kept;
  try {
    return await fetch(request);
  } catch (lost) { // a ruling kept from an older build names older files
    const alike = await cache.match(request, { ignoreSearch: true });
    if (alike) return alike;
    throw lost;
  }
}

async function page(request, address) {
  const network = fetch(request);
  const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE));
  try {
    const answer = await Promise.race([network, patience]);
    if (answer && !GATEWAY.has(answer.status)) return answer;
    return (await kept(address)) ?? answer ?? (await network);
  } catch {
    return (await kept(address)) ?? (await notKept());
  }
}

/** A chart as it is drawn, kept in the place of the one before; where the network is gone, the one that was kept. */
async function chart(request, address) {
  try {
    const answer = await fetch(request);
    if (answer.ok) await (await caches.open(CHARTS)).put(address.pathname, answer.clone());
    return answer;
  } catch {
    return (await kept(address)) ?? (await notKept());
  }
}

/** The kept copy of a page, marked as such; undefined where there is none. */
async function kept(address) {
  if (address.pathname.startsWith("/rulings/")) {
    const ruling = await (await caches.open(RULINGS)).match(address.pathname + address.search);
    return ruling && marked(await ruling.text(), "this ruling as it was kept on this device; its build stands below");
  }
  if (address.pathname === "/chart") {
    const drawn = await (await caches.open(CHARTS)).match(address.pathname);
    return drawn && marked(await drawn.text(), "the last chart as it was kept on this device");
  }
  const pack = await keptPages();
  const html = pack?.pages[address.pathname];
  if (!html) return undefined;
  const [, game, edition] = address.pathname.match(/^\/(?:rules|games)\/([^/]+)\/([^/]+)/) ?? [];
  const book = pack.books[`${game}/${edition}`];
  const what = address.pathname.startsWith("/kept-rulings") ? "rulings" : book ? `${book} (${edition})` : `${Object.keys(pack.books).length} rulebooks`;
  return marked(html, `${what} as kept on this device, build ${pack.build}`);
}

async function notKept() {
  const pack = await keptPages();
  if (!pack) return Response.error();
  return marked(pack.pages["/offline"], `this page needs it. What is kept on this device (build ${pack.build}) stands below`, 503);
}

let pages;
async function keptPages() {
  pages ??= (async () => (await (await caches.open(RULES)).match(KEPT.pages))?.json())();
  const pack = await pages;
  if (!pack) pages = undefined;
  return pack;
}

function marked(html, words, status = 200) {
  const safe = words.replace(/[&<]/g, (sign) => (sign === "&" ? "&amp;" : "&lt;"));
  const mark = `<p class="note warn" id="offline-mark" role="status"><strong>No network:</strong> ${safe}.</p>`;
  const body = html.replace(/<main[^>]*>\s*<div class="wrap">/, (start) => start + mark);
  return new Response(body, { status, headers: { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": KEPT.policy } });
}

async function keepRuling(address) {
  if (address.origin !== location.origin || !address.pathname.startsWith("/rulings/") || address.search) return;
  const answer = await fetch(address.pathname, { cache: "force-cache" }); // the page is open, so the browser has it
  if (!answer.ok) return;
  const cache = await caches.open(RULINGS);
  await cache.delete(address.pathname);
  const oldest = (await cache.keys()).slice(0, 1 - MOST_RULINGS);
  await Promise.all(oldest.map((request) => cache.delete(request)));
  await cache.put(address.pathname, answer);
}
