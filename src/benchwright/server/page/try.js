// The form: edits a program and runs it.

import { Editor } from "/page/editor.js";
import { byId, element } from "/page/elements.js";
import { clearResult, showResult } from "/page/result.js";
import { call } from "/page/service.js";
import { showBusy, showCancelled, showFailure, showIdle, showVerdict } from "/page/verdict.js";

const LANGUAGE = "benchwright-language";
const editors = {};
const drafts = new Map();
let language = "";
// Whether the fields still hold the previous language's texts.
let awaitsExample = false;
let shownExamples = null;
let running = null;

export function startTry() {
  for (const name of ["code", "tests", "reference"]) editors[name] = new Editor(byId(name));
  byId("form").addEventListener("submit", (event) => { event.preventDefault(); run(); });
  byId("cancel").addEventListener("click", () => running?.abort());
  document.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !byId("view-try").hidden) { event.preventDefault(); run(); }
  });
  byId("language").addEventListener("change", (event) => chooseLanguage(event.target.value));
  byId("example").addEventListener("change", (event) => { if (event.target.value) useExample(Number(event.target.value)); });
  byId("use-reference").addEventListener("change", (event) => { byId("reference-box").hidden = !event.target.checked; });
  for (const name of ["tests", "stdin", "args"]) byId(name).addEventListener("input", describe);
  // Reset the choice, so that the same example can be chosen again.
  for (const name of ["code", "tests"]) byId(name).addEventListener("input", () => { byId("example").value = ""; awaitsExample = false; });
  showIdle("Choose a language, write a program and press Run.");
  describe();
}

export function offerLanguages(languages) {
  const known = languages.map((item) => element("option", { value: item.id, textContent: item.name }));
  byId("language").replaceChildren(...known);
  const last = localStorage.getItem(LANGUAGE);
  const ids = languages.map((item) => item.id);
  const first = [last, "python", ids[0]].find((id) => ids.includes(id));
  if (first) { byId("language").value = first; return chooseLanguage(first); }
  showIdle("No language is installed on this server.");
}

async function chooseLanguage(id) {
  if (language && !awaitsExample) drafts.set(language, fields());
  language = id;
  const draft = drafts.get(id);
  awaitsExample = !draft;
  if (draft) fill(draft);
  localStorage.setItem(LANGUAGE, id);
  editors.code.indent = editors.tests.indent = editors.reference.indent = id === "go" ? "\t" : "    ";
  const found = await call(`/page/examples/${encodeURIComponent(id)}`, { asks: false }).catch(() => ({ programs: [] }));
  if (language !== id) return;
  shownExamples = exampleList(found);
  byId("example").replaceChildren(element("option", { value: "", textContent: "choose…" }),
    ...shownExamples.map((item, index) => element("option", { value: String(index), textContent: item.name })));
  if (draft && draft.code === editors.code.value && draft.tests === editors.tests.value) byId("example").value = draft.example;
  // Text typed while the examples were loading stays.
  if (!awaitsExample) return;
  awaitsExample = false;
  if (shownExamples.length) useExample(0);
  else fill({});
}

function exampleList(found) {
  const list = [];
  if (found.solution) {
    list.push({ name: "solution and tests", code: found.solution, tests: found.tests });
    list.push({ name: "solution alone", code: found.solution });
  }
  for (const item of found.programs) list.push({ name: item.name, code: item.source, stdin: item.stdin, args: item.args.join("\n") });
  return list;
}

function useExample(index) {
  byId("example").value = String(index);
  fill(shownExamples[index]);
}

function fields() {
  const texts = Object.fromEntries(["code", "tests", "reference", "stdin", "args"].map((name) => [name, byId(name).value]));
  return { ...texts, example: byId("example").value };
}

function fill({ code = "", tests = "", reference = "", stdin = "", args = "", example }) {
  Object.entries({ code, tests, reference }).forEach(([name, text]) => { editors[name].value = text; });
  byId("stdin").value = stdin;
  byId("args").value = args;
  if (example !== undefined) byId("example").value = example;
  byId("tests-panel").open = Boolean(tests);
  byId("input-panel").open = Boolean(stdin || args);
  describe();
}

// Summarizes what the closed panels contain.
function describe() {
  const tests = byId("tests").value.trim();
  const parts = [byId("stdin").value && "input", byId("args").value && "arguments"].filter(Boolean).join(" and ");
  byId("tests-note").textContent = tests ? "the program is judged against them" : "none: the program is run, not judged";
  byId("input-note").textContent = parts ? `${parts}${tests ? ": ignored with tests" : ""}` : "no input";
}

function request() {
  const limits = {};
  if (byId("wall").value) limits.wall_s = Number(byId("wall").value);
  if (byId("memory").value) limits.memory_bytes = Math.round(Number(byId("memory").value) * 1048576);
  const body = { language, ...(Object.keys(limits).length ? { limits } : {}) };
  const tests = editors.tests.value;
  if (!tests.trim()) {
    const args = byId("args").value ? byId("args").value.replace(/\n$/, "").split("\n") : [];
    return ["/v1/execute", { ...body, source: editors.code.value, stdin: byId("stdin").value, args }];
  }
  const reference = byId("use-reference").checked && editors.reference.value.trim() ? { reference: editors.reference.value } : {};
  return ["/v1/judge", { ...body, solution: editors.code.value, tests, canary: byId("canary").checked, ...reference }];
}

async function run() {
  if (running || !language || !byId("form").reportValidity()) return;
  const controller = new AbortController();
  running = controller;
  const [path, body] = request();
  setBusy(true);
  Object.values(editors).forEach((editor) => editor.unmark());
  clearResult();
  showBusy(path === "/v1/judge");
  const timing = {};
  try {
    const answer = await call(path, { body, signal: controller.signal, timing });
    showVerdict(answer, goTo);
    showResult(answer, timing, goTo);
  } catch (error) {
    if (controller.signal.aborted) showCancelled();
    else showFailure(error);
  } finally {
    running = null;
    setBusy(false);
    byId("verdict").scrollIntoView({ block: "nearest" });
  }
}

function setBusy(busy) {
  byId("run").setAttribute("aria-disabled", String(busy));
  // Move the focus first: a control that is disabled while focused loses it.
  if (!busy && document.activeElement === byId("cancel")) byId("run").focus();
  byId("cancel").disabled = !busy;
}

function goTo(place) {
  if (place.part === "tests") byId("tests-panel").open = true;
  editors[place.part === "tests" ? "tests" : "code"].mark(place.line);
}
