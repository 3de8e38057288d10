import { readable, words } from "../format";
import { shownOf } from "../longText";

const LONG = 160;

/** Free-form data as a readable tree. */
export function Tree({ value }: { value: unknown }) {
  if (Array.isArray(value)) return <List values={value} />;
  if (typeof value === "object" && value !== null) return <Names values={value as Record<string, unknown>} />;
  return <Leaf value={value} />;
}

function Names({ values }: { values: Record<string, unknown> }) {
  const names = Object.keys(values);
  if (names.length === 0) return <span class="quiet">none</span>;
  return (
    <dl class="tree">
      {names.map((name) => (
        <div key={name} data-deep={deep(values[name]) ? "yes" : undefined}>
          <dt>{readable(words(name))}</dt><dd><Tree value={values[name]} /></dd>
        </div>
      ))}
    </dl>
  );
}

function List({ values }: { values: unknown[] }) {
  if (values.length === 0) return <span class="quiet">none</span>;
  if (values.every((each) => !deep(each) && String(each).length < 40)) return <>{values.map(textOf).join(", ")}</>;
  return <ol class="tree-list">{values.map((each, place) => <li key={place}><Entry value={each} /></li>)}</ol>;
}

/** A flat record on one line. */
function Entry({ value }: { value: unknown }) {
  const names = typeof value === "object" && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
  if (names.length === 0 || names.some(([, each]) => typeof each === "object" && each !== null)) return <Tree value={value} />;
  return <span class="tree-row">{names.map(([name, each]) => <span key={name}><small>{readable(words(name))}</small><Leaf value={each} /></span>)}</span>;
}

function Leaf({ value }: { value: unknown }) {
  const text = textOf(value);
  if (text.length <= LONG && !text.includes("\n")) return <>{text}</>;
  return (
    <details class="fold">
      <summary>{text.slice(0, 80).replaceAll("\n", " ")}…</summary>
      <pre class="output">{shownOf(text, false).lines.join("\n")}</pre>
    </details>
  );
}

const deep = (value: unknown): boolean =>
  typeof value === "object" && value !== null && (Array.isArray(value) ? value : Object.keys(value)).length > 0
  && !(Array.isArray(value) && value.every((each) => typeof each !== "object"));

function textOf(value: unknown): string {
  if (value === null || value === undefined) return "–";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return Number.isInteger(value) ? value.toLocaleString("en-GB") : String(+value.toPrecision(4));
  return readable(String(value));
}
