import type { ComponentChildren } from "preact";
import { INTERVAL_METHOD, passRate, widened } from "../../estimate";
import type { Selection } from "../../filters";
import { count, dollars, percent, seconds, short } from "../../format";
import type { Estimate, Model, ModelDetails, Spending } from "../../types";
import { known, spend } from "./solved";

interface Props {
  model: Model;
  details: ModelDetails;
  spending: Spending | undefined;
  selection: Selection;
}

interface Fact {
  name: string;
  value: ComponentChildren;
  /** What the number means. */
  note: string;
}

/** The key numbers of a model with their meaning. Unknown numbers are omitted. */
export function KeyFacts(props: Props) {
  const facts = [...rates(props), ...counts(props), ...spent(props)];
  return (
    <section class="card" aria-label="Key facts">
      <dl class="facts key-facts">
        {facts.map(({ name, value, note }) => <div key={name}><dt>{name}</dt><dd>{value}</dd><dd class="fact-note">{note}</dd></div>)}
      </dl>
      {props.selection.active && <p class="quiet">95 % intervals with filters: {INTERVAL_METHOD}.</p>}
    </section>
  );
}

function rates({ model, details, selection }: Props): Fact[] {
  const names = Object.keys(model.pass_at_k).length ? Object.keys(model.pass_at_k) : ["pass@1"];
  const asked = names.flatMap((name): Fact[] => {
    const k = Number(name.replace("pass@", ""));
    const rate = selection.active ? passRate(model.scored, model.passed, selection.chosen, k) : model.pass_at_k[name];
    return rate ? [{ name, value: `${percent(rate.value)} %`, note: rangeOf(rate) }] : [];
  });
  return [...asked, ...afterTurns(details, selection)];
}

function afterTurns(details: ModelDetails, selection: Selection): Fact[] {
  const turns = details.metrics.turns ?? {};
  const last = Math.max(...Object.keys(turns).map((name) => Number(/^pass@1_after_turn_(\d+)$/.exec(name)?.[1] ?? 0)), 0);
  const rate = turns[`pass@1_after_turn_${last}`];
  return rate && !selection.active ? [{ name: `after ${last} turns`, value: `${percent(rate.value)} %`, note: rangeOf(rate) }] : [];
}

function rangeOf(estimate: Estimate): string {
  const { low, high } = widened(estimate);
  return low === null || high === null ? "no interval available" : `${percent(low)} to ${percent(high)} (95 %)`;
}

function counts({ model, details, selection }: Props): Fact[] {
  const scored = selection.chosen.filter((problem) => (model.scored[problem] ?? 0) > 0).length;
  const facts: Fact[] = [{ name: "Problems scored", value: count(scored), note: `of ${count(selection.chosen.length)}` }];
  if (model.samples > 1) facts.push({ name: "Samples", value: count(model.samples), note: "answers per problem" });
  if (model.turns > 1) facts.push({ name: "Turns", value: count(model.turns), note: "at most, with feedback on failures" });
  if (!selection.active) {
    for (const [state, note] of STATES) {
      const answers = model.states[state] ?? 0;
      if (answers > 0) facts.push({ name: titleOf(state), value: <span title={details.reasons[state]}>{count(answers)}</span>, note });
    }
  }
  return facts;
}

const STATES: [string, string][] = [
  ["unscored", "answers that could not be judged, or are not judged yet"],
  ["defect", "answers to defective problems"],
  ["unanswered", "samples without an answer so far"],
];

const titleOf = (state: string): string => ({ defect: "Defects" })[state] ?? state[0]!.toUpperCase() + state.slice(1);

function spent({ model, details, spending, selection }: Props): Fact[] {
  return selection.active ? spentOnChosen(model, details, spending, selection.chosen) : spentInAll(model, details.metrics.cost ?? {});
}

function spentInAll(model: Model, cost: Record<string, Estimate>): Fact[] {
  const facts: Fact[] = [];
  const perSolve = cost.cost_usd_per_solve;
  const tokensPerSolve = cost.completion_tokens_per_solve;
  if (model.cost_usd !== null) facts.push({ name: "Cost", value: dollars(model.cost_usd), note: "all answers together" });
  if (perSolve) facts.push({ name: "Cost per solve", value: dollars(perSolve.value), note: "total spending per solved problem" });
  if (model.completion_tokens !== null) {
    const read = model.prompt_tokens === null ? "" : `, ${short(model.prompt_tokens)} in prompts`;
    facts.push({ name: "Tokens", value: short(model.completion_tokens), note: `in completions${read}` });
  }
  if (tokensPerSolve) facts.push({ name: "Tokens per solve", value: short(tokensPerSolve.value), note: "completion tokens per solved problem" });
  if (cost.answer_s_per_sample) facts.push({ name: "Time", value: seconds(cost.answer_s_per_sample.value), note: model.turns > 1 ? "per sample, all turns" : "per answer" });
  return facts;
}

function spentOnChosen(model: Model, details: ModelDetails, spending: Spending | undefined, chosen: number[]): Fact[] {
  const own = spending?.models[model.key];
  const facts: Fact[] = [];
  if (known(own?.cost_usd)) {
    const { total, solved } = spend(model, details, own.cost_usd, chosen);
    facts.push({ name: "Cost", value: dollars(total), note: "for these problems" });
    if (solved) facts.push({ name: "Cost per solve", value: dollars(total / solved), note: "per solved problem" });
  }
  if (known(own?.completion_tokens)) {
    const { total, solved } = spend(model, details, own.completion_tokens, chosen);
    facts.push({ name: "Tokens", value: short(total), note: "in completions for these problems" });
    if (solved) facts.push({ name: "Tokens per solve", value: short(total / solved), note: "completion tokens per solved problem" });
  }
  return facts;
}
