import { INTERVAL_METHOD, type Compared, type Paired } from "../../estimate";
import { count, percent, plural, points, pValue } from "../../format";
import { differenceText } from "../../parts/ShareBars";
import { Card } from "../../parts/Heading";
import { Name } from "./Name";
import type { Pair } from "./pair";

interface Props extends Pair {
  found: Compared;
  table: Paired;
}

const LEVEL = 0.05;

/** The comparison in one sentence. */
export function Sentence({ a, b, found, table }: Props) {
  const value = found.difference?.value ?? 0;
  const ahead = value >= 0 ? <Name side="a" model={a} /> : <Name side="b" model={b} />;
  const behind = value >= 0 ? <Name side="b" model={b} /> : <Name side="a" model={a} />;
  const equal = Number(percent(Math.abs(value))) === 0;
  return (
    <p class="sentence" role="status">
      {equal ? <>{ahead} and {behind} solve the same number of problems</> : <>{ahead} solves <b>{percent(Math.abs(value))} percentage points</b> more than {behind}</>}
      {"; "}{chance(table, value)}
    </p>
  );
}

function chance({ p, onlyFirst, onlySecond }: Paired, value: number): string {
  if (onlyFirst + onlySecond === 0) return "their first answers agree on every common problem.";
  if (p >= LEVEL) return `the difference is not significant (${pValue(p)}).`;
  if ((onlyFirst - onlySecond) * value < 0) return `but their first answers alone show the opposite (${pValue(p)}).`;
  return value === 0 ? `but their first answers differ significantly (${pValue(p)}).` : `the difference is significant (${pValue(p)}).`;
}

/** Shown if a model had several turns: this page counts only the first. */
export function FirstTurns({ a, b }: Pair) {
  const turned = ([["a", a], ["b", b]] as const).filter(([, model]) => model.turns > 1);
  if (turned.length === 0) return null;
  return (
    <p class="quiet" data-first-turns>
      This page counts only first turns, also when it lists which problems are solved.
      {turned.map(([side, model]) => model.after_turns && (
        <> After {model.turns} turns, <Name side={side} model={model} /> has solved {percent(model.after_turns.value)} % of all its problems.</>
      ))}
    </p>
  );
}

/** pass@1 of both, the difference, and problems won and lost. */
export function Numbers({ a, b, found, table }: Props) {
  const { difference } = found;
  const single = a.samples === 1 && b.samples === 1;
  return (
    <Card title="On common problems" note={`${plural(found.common.length, "problem")}${found.leftOut ? `; ${count(found.leftOut)} that only one model has are excluded` : ""}`}>
      <table class="compare-numbers">
        <caption class="unseen">pass@1 of both models on the problems that both have</caption>
        <tbody>
          <tr><th scope="row"><Name side="a" model={a} /></th><td class="number"><b>{percent(found.first?.value)} %</b></td><td class="quiet">{range(found.first)}</td></tr>
          <tr><th scope="row"><Name side="b" model={b} /></th><td class="number"><b>{percent(found.second?.value)} %</b></td><td class="quiet">{range(found.second)}</td></tr>
          <tr title="First minus second, with the interval of paired differences; if it excludes 0, the difference is significant">
            <th scope="row">Difference</th><td class="number"><b>{points(difference?.value)}</b></td>
            <td class="quiet">{difference && difference.low !== null ? `${differenceText(difference).replace(/^.*\(/, "").replace(")", "")} points` : ""}</td>
          </tr>
          <tr title="Problems on which the first model passes a larger share of its samples, both the same share, or the second a larger one">
            <th scope="row">Wins, ties, losses</th><td class="number"><b>{found.wins} / {found.ties} / {found.losses}</b></td>
            <td class="quiet">{single ? "problems" : "problems, by share of samples"}</td>
          </tr>
          <tr title="Two-sided mid-p of McNemar's test on the first scored answer to each problem">
            <th scope="row">Significance</th><td class="number"><b>{pValue(table.p)}</b></td><td class="quiet">McNemar's mid-p{single ? "" : ", first samples"}</td>
          </tr>
        </tbody>
      </table>
      <p class="quiet intervals">95 % intervals: {INTERVAL_METHOD}. For the difference: the normal approximation over pairs.</p>
    </Card>
  );
}

function range(estimate: Compared["first"]): string {
  return estimate && estimate.low !== null ? `${percent(estimate.low)} to ${percent(estimate.high)} (95 %)` : "";
}

/** Which model solved what, as a two-by-two table. */
export function TwoByTwo({ a, b, table }: Props) {
  const all = table.both + table.neither + table.onlyFirst + table.onlySecond;
  const most = Math.max(table.both, table.neither, table.onlyFirst, table.onlySecond, 1);
  const cell = (problems: number, name: string, tone: string) => (
    <td class="quarter" data-part={tone} style={{ "--strength": `${Math.round(8 + (42 * problems) / most)}%` }}>
      <b>{count(problems)}</b><span>{name}</span><small>{percent(all ? problems / all : 0)} %</small>
    </td>
  );
  return (
    <Card title="Problems won and lost" note={a.samples > 1 || b.samples > 1 || a.turns > 1 || b.turns > 1 ? "first scored answer per problem" : "one answer per problem"}>
      <table class="two-by-two">
        <caption class="unseen">Problems that both, one or neither solved</caption>
        <thead><tr><td /><th scope="col"><Name side="b" model={b} /> solved</th><th scope="col">not solved</th></tr></thead>
        <tbody>
          <tr><th scope="row"><Name side="a" model={a} /> solved</th>{cell(table.both, "both", "both")}{cell(table.onlyFirst, "only A", "a")}</tr>
          <tr><th scope="row">not solved</th>{cell(table.onlySecond, "only B", "b")}{cell(table.neither, "neither", "neither")}</tr>
        </tbody>
      </table>
    </Card>
  );
}
