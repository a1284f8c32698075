// Keeps the files of this site in the browser; `version` and `files` are set before it (server/site_export.py). Of another version,
// made of other contents, all are fetched anew, and the old go.
/* global files, version */
/** @type {any} */
const worker = self;
const KEPT = `gamekit ${worker.registration.scope} ${version}`;
const OURS = `gamekit ${worker.registration.scope} `;

async function keep() {
  const cache = await caches.open(KEPT);
  await cache.addAll(files.map((file) => new Request(file, { cache: "reload" })));
  await worker.skipWaiting();
}

async function clear() {
  for (const name of await caches.keys()) if (name.startsWith(OURS) && name !== KEPT) await caches.delete(name);
  await worker.clients.claim();
}

/** @param {any} request */
async function answer(request) {
  const cache = await caches.open(KEPT);
  const address = request.url.split(/[?#]/)[0];
  return (await cache.match(address.endsWith("/") ? `${address}index.html` : address)) ?? fetch(request);
}

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(keep()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(clear()));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  if (event.request.method === "GET" && event.request.url.startsWith(worker.registration.scope))
    event.respondWith(answer(event.request));
});
