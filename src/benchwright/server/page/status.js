// The server's state, polled only while the page is visible, and its languages.

import { byId, element, foreign } from "/page/elements.js";
import { call } from "/page/service.js";

const EVERY_MS = 5000;
let timer = null;
let version = null;
let languages = [];

export function startStatus() {
  document.addEventListener("visibilitychange", () => (document.hidden ? stop() : look()));
  byId("language-filter").addEventListener("input", showLanguages);
  if (!document.hidden) look();
}

function stop() {
  clearTimeout(timer);
  timer = null;
}

async function look() {
  stop();
  const health = await state("/v1/health/ready");
  const load = health.reached ? await loads() : {};
  version ??= await call("/v1/version", { asks: false }).catch(() => null);
  show(health, load);
  if (!document.hidden) { stop(); timer = setTimeout(look, EVERY_MS); }
}

async function state(path) {
  try {
    const said = await call(path, { asks: false });
    return { reached: true, ready: true, text: said.status ?? "ok" };
  } catch (error) {
    return { reached: Boolean(error.status), ready: false, text: error.status ? error.message : "unreachable" };
  }
}

// Numbers of running and waiting programs, from the Prometheus metrics.
async function loads() {
  try {
    const answer = await call("/metrics", { asks: false, text: true });
    const value = (name) => {
      const found = [...answer.matchAll(new RegExp(`^benchwright_${name}(?:\\{[^}]*\\})? ([0-9.e+]+)$`, "gm"))];
      return found.length ? found.reduce((sum, [, number]) => sum + Number(number), 0) : undefined;
    };
    return { running: value("running"), waiting: value("waiting") };
  } catch {
    return {};
  }
}

function show(health, load) {
  const mood = !health.reached ? "down" : !health.ready ? "busy" : "ready";
  const word = { down: "unreachable", busy: "not ready", ready: "ready" }[mood];
  const active = load.running === undefined ? "" : ` · ${load.running} running`;
  byId("pill").dataset.state = mood;
  byId("pill-text").textContent = `${word}${active}`;
  byId("server-state").replaceChildren(
    tile(health.reached ? "yes" : "no", "Live", health.reached ? "good" : "bad"),
    tile(health.ready ? "yes" : "no", health.ready ? "Ready for work" : `Ready for work: ${health.text}`, health.ready ? "good" : "warn"),
    tile(load.running ?? "–", "Programs running"),
    tile(load.waiting ?? "–", "Programs waiting"),
    tile(languages.length || "–", "Languages"),
  );
  const facts = Object.entries(version ?? {}).map(([name, value]) => element("div", {}, element("dt", { textContent: name }), element("dd", {}, foreign(String(value)))));
  byId("server-facts").replaceChildren(...(facts.length ? facts : [element("dd", { textContent: "unknown" })]));
}

function tile(value, name, tone) {
  return element("div", { className: "tile", tone }, element("b", { textContent: String(value) }), element("span", { textContent: name }));
}

export async function loadLanguages() {
  const answer = await call("/v1/languages");
  languages = (Array.isArray(answer) ? answer : answer.languages ?? []).toSorted((one, two) => one.name.localeCompare(two.name));
  showLanguages();
  byId("server-toolchains").replaceChildren(...languages.map((item) => element("li", {}, foreign(item.name), " ", foreign(item.toolchain, "quiet"))));
  return languages;
}

function showLanguages() {
  const wanted = byId("language-filter").value.trim().toLowerCase();
  const rows = languages.filter((item) => `${item.name} ${item.id} ${item.toolchain} ${(item.aliases ?? []).join(" ")}`.toLowerCase().includes(wanted));
  byId("languages-count").textContent = `${rows.length} of ${languages.length} installed languages`;
  byId("languages-rows").replaceChildren(...rows.map((item) => element("tr", {},
    element("td", {}, foreign(item.name)),
    element("td", { className: "mono" }, foreign(item.toolchain || "–")),
    element("td", { className: "state", tone: item.tests ? "good" : undefined, textContent: item.tests ? "✓ judged" : "– run only" }),
    element("td", { textContent: item.builds ? "yes" : "no" }),
    element("td", { className: "mono" }, foreign([item.id, ...(item.aliases ?? []).filter((name) => name !== item.name)].join(", "))))));
}
