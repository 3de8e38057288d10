import { count, dollars, plural, short, words } from "../../format";
import { sum } from "../../estimate";
import { Table, type Column } from "../../parts/Table";
import type { Funnel, FunnelStep } from "../../types";

const COLUMNS: Column<FunnelStep>[] = [
  { name: "step", title: "Step", head: true, cell: (row) => words(row.step) },
  { name: "entered", title: "In", number: true, cell: (row) => count(row.entered) },
  { name: "left", title: "Out", number: true, cell: (row) => count(row.left) },
  { name: "dropped", title: "Dropped", number: true, cell: (row) => count(dropped(row)) },
  { name: "waiting", title: "Waiting", number: true, cell: (row) => count(row.waiting) },
  { name: "failed", title: "To retry", number: true, cell: (row) => count(row.failed) },
  { name: "repairs", title: "Repairs", number: true, cell: (row) => count(row.repairs) },
  { name: "read", title: "Prompt tokens", number: true, cell: (row) => short(row.prompt_tokens) },
  { name: "written", title: "Completion tokens", number: true, cell: (row) => short(row.completion_tokens) },
  { name: "cost", title: "Cost", number: true, cell: (row) => dollars(row.cost_usd) },
];

/** A generation from top to bottom: the width of the stream is the number of items. */
export function FunnelFlow({ funnel }: { funnel: Funnel }) {
  const most = Math.max(1, ...funnel.steps.map((row) => row.entered + row.waiting + row.failed));
  return (
    <>
      <ol class="flow" aria-label={`Steps of ${funnel.name}`}>
        {funnel.steps.map((row, place) => <Step key={row.step} row={row} next={funnel.steps[place + 1]} most={most} />)}
      </ol>
      <p class="flow-legend quiet">
        <span><i class="key-on" /> kept</span><span><i class="key-dropped" /> dropped</span>
        <span><i class="key-open" /> waiting, or to be retried</span>
      </p>
      <details class="numbers flow-numbers">
        <summary>Items, tokens and cost of each step</summary>
        <Table caption={`Steps of ${funnel.name} in numbers`} columns={COLUMNS} rows={funnel.steps} keyOf={(row) => row.step} />
      </details>
    </>
  );
}

function Step({ row, next, most }: { row: FunnelStep; next: FunnelStep | undefined; most: number }) {
  const part = (value: number) => (100 * value) / most;
  const [on, off, open] = [part(row.left), part(Math.max(0, row.entered - row.left)), part(row.waiting + row.failed)];
  const after = next ? part(next.entered + next.waiting + next.failed) : 0;
  return (
    <li>
      <div class="flow-name">
        <b>{words(row.step)}</b>
        <span class="number">{count(row.left)}{row.left !== row.entered && <small> of {count(row.entered)}</small>}</span>
      </div>
      <div class="flow-place"><svg class="flow-stream" viewBox="0 0 100 40" preserveAspectRatio="none" aria-hidden="true">
        {next && <polygon class="link" points={`0,24 ${on},24 ${after},40 0,40`} />}
        <rect class="on" x="0" y="0" width={on} height="24" />
        {off > 0 && <rect class="dropped" x={on} y="0" width={off} height="24" />}
        {open > 0 && <rect class="open" x={on + off} y="0" width={open} height="24" />}
      </svg></div>
      <Why row={row} />
    </li>
  );
}

function Why({ row }: { row: FunnelStep }) {
  const reasons = Object.entries(row.reasons).sort((one, other) => other[1] - one[1]);
  const flags = Object.entries(row.flags).sort((one, other) => other[1] - one[1]);
  const quiet = [
    row.waiting ? `${count(row.waiting)} waiting` : "", row.failed ? `${count(row.failed)} to retry` : "",
    row.repairs ? plural(row.repairs, "repair") : "",
    row.prompt_tokens + row.completion_tokens ? `${short(row.prompt_tokens + row.completion_tokens)} tokens` : "",
    row.cost_usd ? dollars(row.cost_usd) : "",
  ].filter(Boolean);
  return (
    <div class="flow-why">
      {reasons.map(([reason, number]) => <span key={reason} class="reason"><b>−{count(number)}</b> {words(reason)}</span>)}
      {flags.map(([flag, number]) => <span key={flag} class="flag">⚑ {count(number)} {words(flag)}</span>)}
      {quiet.length > 0 && <small>{quiet.join(" · ")}</small>}
    </div>
  );
}

/** Number of items that a step dropped. */
export const dropped = (row: FunnelStep): number => sum(Object.values(row.reasons));
