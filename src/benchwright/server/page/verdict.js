// The verdict in words and symbols; colour is never the only cue.

import { byId, element, foreign } from "/page/elements.js";
import { readable, shorten } from "/page/text.js";

const WORDS = {
  passed: ["Passed", "good", "✓"],
  wrong_answer: ["Wrong answer", "bad", "✕"],
  compile_error: ["Compile error", "bad", "✕"],
  runtime_error: ["Runtime error", "bad", "✕"],
  time_limit: ["Time limit", "warn", "!"],
  memory_limit: ["Memory limit", "warn", "!"],
  output_limit: ["Output limit", "warn", "!"],
  incomplete: ["Incomplete", "warn", "…"],
  tampered: ["Tampered", "bad", "✕"],
};

const REASONS = {
  cpu: "CPU time limit exceeded", wall: "wall-clock limit exceeded", early_exit: "it exited before the tests finished",
  no_tests: "no test ran", unfinished_async: "asynchronous work was unfinished at the end",
};

export function showVerdict(answer, goTo) {
  const [word, tone, sign] = WORDS[answer.verdict] ?? [answer.verdict, "warn", "?"];
  const plain = answer.verdict === "passed" && !answer.judged;
  const reason = plain ? "Exit status 0, no limit hit. There were no tests, so nothing was judged." : REASONS[answer.reason] ?? answer.reason;
  const tally = answer.judged && answer.tests?.length ? tallyOf(answer.tests) : "";
  put(tone, sign, plain ? "Finished" : word, [
    reason ? foreign(readable(reason)) : null,
    answer.place ? element("span", {}, reason ? " at " : "At ", placeButton(answer.place, goTo)) : null,
    tally ? `${reason || answer.place ? " · " : ""}${tally}` : null,
  ], answer.message);
}

// A button that jumps to the line.
export function placeButton(place, goTo) {
  const text = `line ${place.line} of the ${place.part === "tests" ? "tests" : "program"}`;
  return element("button", { type: "button", className: "place", textContent: text, onclick: () => goTo(place) });
}

function tallyOf(tests) {
  const passed = tests.filter((test) => test.status === "passed").length;
  return `${passed} of ${tests.length} ${tests.length === 1 ? "test" : "tests"} passed`;
}

export function showFailure(error) {
  const words = { 401: "Token needed", 403: "Not allowed", 413: "Too large", 429: "Too many requests", 503: "Server busy" };
  const word = error.defect ? "Problem defect" : words[error.status] ?? (error.status >= 500 ? "Server failed" : error.status ? "Invalid request" : "No connection");
  const wait = error.retryAfter ? `Retry in ${error.retryAfter} s.` : error.hint || "";
  put("warn", "!", word, ["This says nothing about the program."], [error.message, wait].filter(Boolean).join("\n"));
}

export const showIdle = (why) => put("idle", "▷", "Ready", [why]);
export const showBusy = (judging) => put("busy", "◌", judging ? "Judging…" : "Running…", ["Waiting for the server."]);
export const showCancelled = () => put("idle", "◻", "Cancelled", ["The server kills the program."]);

function put(tone, sign, word, why, said = "") {
  const box = byId("verdict");
  box.dataset.tone = tone;
  box.replaceChildren(
    element("span", { className: "sign", "aria-hidden": "true", textContent: sign }),
    element("div", { className: "word", textContent: word }),
    element("div", { className: "why" }, ...why.filter(Boolean)),
  );
  if (said) box.append(element("p", { className: "said", dir: "auto", textContent: shorten(said).text }));
}
