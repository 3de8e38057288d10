// Which answers are shown side by side. In the URL: a, b and c, each as model,sample,turn (the latter two are
// optional), or one answer by model, sample and turn. Samples count from 0, as on the command line.

import { choose, listOf, listText } from "../../route";
import type { Answer } from "../../types";

export const PLACES = ["a", "b", "c"] as const;

export const nameOf = (answer: Answer): string => listText([answer.model, String(answer.sample), String(answer.turn)]);

/** The verdict of an answer, or its state if it has none. */
export const verdictOf = (answer: Answer): string => (answer.state === "scored" ? answer.verdict : answer.state);

export function chosenOf(answers: Answer[], query: Record<string, string>): Answer[] {
  const wanted = PLACES.map((place) => listOf(query[place]));
  if (query.model) wanted.unshift([query.model, query.sample ?? "", query.turn ?? ""]);
  const found = wanted.map((each) => find(answers, each)).filter((each) => each !== undefined);
  const chosen = [...new Set(found)].slice(0, PLACES.length);
  return chosen.length || PLACES.some((place) => query[place] !== undefined) || query.model ? chosen : atFirst(answers);
}

/** Defaults to the first sample and the last turn. */
function find(answers: Answer[], [model = "", sample = "", turn = ""]: string[]): Answer | undefined {
  const wanted = sample ? Number(sample) : answers.find((each) => each.model === model)?.sample;
  const turns = answers.filter((each) => each.model === model && each.sample === wanted);
  return turns.find((each) => String(each.turn) === turn) ?? (turn ? undefined : turns.at(-1));
}

/** By default, one failed and one passed answer. */
function atFirst(answers: Answer[]): Answer[] {
  const failed = answers.find((each) => verdictOf(each) !== "passed" && each.state === "scored") ?? answers.find((each) => each.state !== "scored");
  const passed = answers.find((each) => verdictOf(each) === "passed");
  return [failed, passed].filter((each) => each !== undefined);
}

/** Puts these answers into the URL. */
export function show(answers: Answer[]): void {
  const places = Object.fromEntries(PLACES.map((place, at) => [place, answers[at] ? nameOf(answers[at]) : ""]));
  // Without any, the URL means the default; "none" means that the user closed all of them.
  choose({ model: "", sample: "", turn: "", ...places, ...(answers.length ? {} : { a: "none" }) });
}

/** Toggles an answer; if there are too many, the oldest is closed. */
export function turnOn(chosen: Answer[], answer: Answer): void {
  show(chosen.includes(answer) ? chosen.filter((each) => each !== answer) : [...chosen, answer].slice(-PLACES.length));
}

/** Shows another turn of it instead. */
export function exchange(chosen: Answer[], answer: Answer, other: Answer): void {
  show([...new Set(chosen.map((each) => (each === answer ? other : each)))]);
}
