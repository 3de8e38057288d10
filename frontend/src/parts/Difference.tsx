import { useMemo, useState } from "preact/hooks";
import { useCodeTools, type Change } from "../foreign";
import { readable } from "../format";
import { shownOf } from "../longText";
import { Empty, Waiting } from "./Notice";

const CONTEXT = 3;

interface Props {
  before: string;
  after: string;
  /** Names of the two texts. */
  names: [string, string];
}

/** A line diff of two texts, by symbol and colour; unchanged lines far from a change are folded. */
export function Difference({ before, after, names }: Props) {
  const tools = useCodeTools();
  const [whole, setWhole] = useState(false);
  const changes = useMemo(() => compared(tools, before, after), [tools, before, after]);
  if (changes === undefined) return <Waiting what="the comparison" />;
  if (changes === null) return <Empty>These texts are too long or too different to compare.</Empty>;
  const added = changes.filter((each) => each.sign === "+").length;
  const removed = changes.filter((each) => each.sign === "-").length;
  if (added + removed === 0) return <Empty>{names[0]} and {names[1]} are identical.</Empty>;
  return (
    <div class="code-box">
      <p class="diff-head">
        <span>{names[0]} → {names[1]}: {removed} removed (−), {added} added (+)</span>
        <button type="button" class="link" onClick={() => setWhole(!whole)}>{whole ? "Changes only" : "All lines"}</button>
      </p>
      <pre class="code diff" tabIndex={0} aria-label={`${names[0]} compared with ${names[1]}`}><code>
        {(whole ? changes : folded(changes)).map((each, place) => typeof each === "number"
          ? <span key={place} class="diff-fold">{`⋯ ${each} unchanged ${each === 1 ? "line" : "lines"}\n`}</span>
          : <Row key={place} change={each} />)}
      </code></pre>
    </div>
  );
}

function Row({ change }: { change: Change }) {
  const sign = change.sign === "-" ? "−" : change.sign;
  return (
    <span class="diff-line" data-sign={change.sign} data-before={change.before || ""} data-after={change.after || ""}>
      {sign} {change.text}{"\n"}
    </span>
  );
}

function compared(tools: ReturnType<typeof useCodeTools>, before: string, after: string): Change[] | null | undefined {
  if (!tools) return undefined;
  if (!shownOf(before, false).short || !shownOf(after, false).short) return null;
  return tools.diff(readable(before), readable(after));
}

function folded(changes: Change[]): (Change | number)[] {
  const near = new Array<boolean>(changes.length).fill(false);
  changes.forEach((each, place) => {
    if (each.sign !== " ") near.fill(true, Math.max(0, place - CONTEXT), place + CONTEXT + 1);
  });
  const rows: (Change | number)[] = [];
  changes.forEach((each, place) => {
    if (near[place]) { rows.push(each); return; }
    const last = rows[rows.length - 1];
    if (typeof last === "number") rows[rows.length - 1] = last + 1;
    else rows.push(1);
  });
  return rows;
}
