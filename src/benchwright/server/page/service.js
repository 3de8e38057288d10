// Sends requests to the server that served the page, and to no other.

import { byId } from "/page/elements.js";

const TOKEN = "benchwright-token";

export class Refused extends Error {
  constructor(status, message, hint = "", more = {}) {
    super(message);
    Object.assign(this, { status, hint, ...more });
  }
}

// `asks`: whether to prompt for a missing token; polling does not. `timing` receives the durations.
export async function call(path, { body, signal, asks = true, text = false, timing = {} } = {}) {
  for (;;) {
    const start = performance.now();
    const answer = await send(path, body, signal);
    if (answer.status !== 401) return read(answer, text, timing, start);
    const known = sessionStorage.getItem(TOKEN) !== null;
    if (!asks || !(await askToken(known))) throw await refusal(answer);
  }
}

function send(path, body, signal) {
  const headers = { Accept: "*/*" };
  const token = sessionStorage.getItem(TOKEN);
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  return fetch(path, {
    method: body === undefined ? "GET" : "POST",
    body: body === undefined ? undefined : JSON.stringify(body),
    headers, signal, cache: "no-store", credentials: "omit", redirect: "error", referrerPolicy: "no-referrer",
  });
}

async function read(answer, text, timing, start) {
  if (!answer.ok) throw await refusal(answer);
  const content = text ? await answer.text() : await answer.json();
  const queue = /(?:^|,)\s*queue;dur=([0-9.]+)/.exec(answer.headers.get("Server-Timing") ?? "");
  timing.total_s = (performance.now() - start) / 1000;
  if (queue) timing.queue_s = Number(queue[1]) / 1000;
  return content;
}

async function refusal(answer) {
  const text = await answer.text();
  let said = {};
  try { said = JSON.parse(text); } catch { /* plain text, or from a proxy */ }
  const error = typeof said?.error === "object" && said.error ? said.error : said ?? {};
  const message = [error.message, error.error, error.detail, error.status, text.slice(0, 300)].find((item) => typeof item === "string" && item);
  return new Refused(answer.status, message ?? `status ${answer.status}`, error.hint ?? "", { retryAfter: answer.headers.get("Retry-After"), defect: error.defect });
}

let asking = null;

function askToken(wrong) {
  asking ??= new Promise((resolve) => {
    const dialog = byId("token-dialog");
    byId("token-wrong").hidden = !wrong;
    byId("token").value = "";
    const finish = (given) => {
      byId("token-form").onsubmit = byId("token-cancel").onclick = dialog.onclose = null;
      dialog.close();
      asking = null;
      resolve(given);
    };
    byId("token-form").onsubmit = (event) => {
      event.preventDefault();
      sessionStorage.setItem(TOKEN, byId("token").value.trim());
      finish(true);
    };
    byId("token-cancel").onclick = dialog.onclose = () => finish(false);
    dialog.showModal();
  });
  return asking;
}
