// Everything below the verdict: single tests, output, times, limits, isolation.

import { byId, element, foreign } from "/page/elements.js";
import { bytes, count, readable, seconds, shorten } from "/page/text.js";
import { placeButton } from "/page/verdict.js";

const TONES = { passed: "good", failed: "bad", enforced: "good", watched: "warn", absent: "bad" };
const SIGNS = { passed: "✓", failed: "✕", skipped: "–" };

export function clearResult() {
  byId("details").replaceChildren();
}

export function showResult(answer, timing, goTo) {
  const execution = answer.execution ?? answer;
  const run = execution.runs?.at(-1);
  byId("details").replaceChildren(...[
    answer.tests?.length ? testList(answer.tests, goTo) : null,
    answer.canary?.length ? canaryCard(answer.canary, goTo) : null,
    ...buildStreams(execution.build),
    ...(run ? streams(run, "Standard output", "Standard error", true) : []),
    measures(execution, run, timing),
    isolation(execution.guarantees, execution.backend),
  ].filter(Boolean));
}

function card(title, right, ...content) {
  return element("section", { className: "card" },
    element("div", { className: "card-head" }, element("h3", { textContent: title }), element("span", { className: "right" }, ...right)), ...content);
}

function testList(tests, goTo) {
  const rows = tests.slice(0, 500).map((test) => element("li", { tone: TONES[test.status] },
    element("span", { className: "state", textContent: `${SIGNS[test.status] ?? ""} ${test.status}` }),
    foreign(readable(test.name), "name"),
    test.place ? placeButton(test.place, goTo) : element("span"),
    test.message ? element("div", { className: "said", dir: "auto", textContent: shorten(test.message).text }) : null));
  const more = tests.length > 500 ? element("p", { className: "notice", textContent: `showing the first 500 of ${count(tests.length)}` }) : null;
  return card("Tests", [element("small", { textContent: count(tests.length) })], element("ul", { className: "tests" }, ...rows), more);
}

function canaryCard(runs, goTo) {
  const rows = runs.map((run) => element("li", { tone: run.verdict === "passed" ? "bad" : "good" },
    element("span", { className: "state", textContent: run.verdict === "passed" ? "✕ passed" : "✓ rejected" }),
    element("span", { textContent: run.verdict === "passed" ? "altered tests passed too" : "altered tests failed, as they should" }),
    placeButton({ part: "tests", line: run.line }, goTo)));
  return card("Confirmation", [], element("ul", { className: "tests" }, ...rows));
}

function buildStreams(build) {
  return build && (build.stdout_bytes || build.stderr_bytes) ? streams(build, "Build output", "Build messages", false) : [];
}

function streams(stage, out, err, always) {
  const found = [];
  if (always || stage.stdout_bytes) found.push(stream(out, stage, "stdout"));
  if (stage.stderr_bytes) found.push(stream(err, stage, "stderr"));
  return found;
}

function stream(title, stage, name) {
  const { head, tail, missing } = parts(stage, name);
  const length = stage[`${name}_bytes`] ?? 0;
  const pre = element("pre", { tabIndex: 0, role: "region", "aria-label": title, dir: "auto" });
  const first = shorten(head);
  pre.append(first.text);
  const notes = [...first.notes];
  if (missing) {
    const last = shorten(tail);
    pre.append(element("span", { className: "note", textContent: `\n[${count(missing)} bytes omitted]\n` }), last.text);
    notes.push(`the server kept ${bytes(length - missing)} of ${bytes(length)}`, ...last.notes);
  }
  if (!length) pre.append(element("span", { className: "quiet", textContent: "empty" }));
  const right = [element("small", { textContent: length < 1024 ? `${length} bytes` : `${bytes(length)} (${count(length)} bytes)` })];
  if (length && navigator.clipboard) right.push(copyButton(title, head + tail));
  const made = card(title, right, pre, notes.length ? element("p", { className: "notice", textContent: sentence(notes) }) : null);
  made.classList.add("stream");
  made.dataset.stream = name;
  return made;
}

// The parts kept before and after the omitted middle.
function parts(stage, name) {
  const cut = stage[`${name}_cut_at`];
  const text = stage[name] ?? "";
  if (cut === undefined || cut === null) return { head: text, tail: "", missing: 0 };
  const encoded = stage[`${name}_base64`];
  const kept = encoded ? Uint8Array.from(atob(encoded), (c) => c.charCodeAt(0)) : new TextEncoder().encode(text);
  const decoder = new TextDecoder();
  return { head: decoder.decode(kept.subarray(0, cut)), tail: decoder.decode(kept.subarray(cut)), missing: stage[`${name}_bytes`] - kept.length };
}

function copyButton(title, text) {
  const button = element("button", { type: "button", className: "small", textContent: "Copy", "aria-label": `Copy ${title.toLowerCase()}` });
  button.addEventListener("click", async () => {
    const done = await navigator.clipboard.writeText(text).then(() => true, () => false);
    button.textContent = done ? "Copied" : "Not allowed";
  });
  return button;
}

const sentence = (notes) => { const text = notes.join("; "); return `${text[0].toUpperCase()}${text.slice(1)}.`; };

function measures(execution, run, timing) {
  const build = execution.build;
  const ran = (execution.runs ?? []).reduce((sum, stage) => sum + stage.wall_s, 0);
  const hit = [...new Set([build, ...(execution.runs ?? [])].flatMap((stage) => stage?.limits_hit ?? []))];
  // If the server does not report the queueing time, infer it as the rest after build and run.
  const waited = timing.queue_s ?? Math.max(0, timing.total_s - (build?.wall_s ?? 0) - ran);
  const facts = [
    fact(timing.queue_s === undefined ? "Waiting" : "Queue", seconds(waited), "queue-part"),
    build ? fact("Build", seconds(build.wall_s), "build-part") : null,
    run ? fact(execution.runs.length > 1 ? `Run (${execution.runs.length})` : "Run", seconds(ran), "run-part") : null,
    fact("CPU time", seconds((run ?? build)?.cpu_s)),
    fact("Peak memory", bytes((run ?? build)?.memory_bytes)),
    run ? fact("Exit", run.exit_code === null ? (run.signal ? `signal ${run.signal}` : "killed") : `status ${run.exit_code}`) : null,
    fact("Limits hit", hit.length ? hit.join(", ") : "none"),
    fact("Total", seconds(timing.total_s)),
    fact("Toolchain", execution.toolchain || "–"),
  ].filter(Boolean).flat();
  return card("Time and memory", [run?.warm ? element("small", { textContent: "from a warm interpreter" }) : null], element("dl", { className: "facts" }, ...facts),
    timeline([["queue-part", waited], ["build-part", build?.wall_s ?? 0], ["run-part", ran]]));
}

function fact(name, value, key) {
  return element("div", {},
    element("dt", {}, key ? element("span", { className: `key ${key}`, "aria-hidden": "true" }) : null, name),
    element("dd", {}, foreign(value)));
}

function timeline(spans) {
  const bar = element("div", { className: "timeline", "aria-hidden": "true" });
  for (const [className, length] of spans) {
    if (length <= 0) continue;
    const span = element("span", { className });
    span.style.flexGrow = (1000 * length) / spans.reduce((sum, [, part]) => sum + part, 0);
    bar.append(span);
  }
  return bar;
}

function isolation(guarantees, backend) {
  if (!guarantees) return null;
  const levels = Object.entries(guarantees);
  const enforced = levels.filter(([, level]) => level === "enforced").length;
  const chips = levels.map(([name, level]) => element("li", { tone: TONES[level] ?? "warn", textContent: `${name.replaceAll("_", " ")}: ${level}` }));
  return element("details", { className: "card" },
    element("summary", {}, element("h3", { textContent: "Isolation" }), element("small", { textContent: `${enforced} of ${levels.length} guarantees enforced${backend ? ` · ${backend}` : ""}` })),
    element("ul", { className: "chips" }, ...chips));
}
