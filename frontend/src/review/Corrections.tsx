import { useState } from "preact/hooks";
import { readable } from "../format";
import { Notice } from "../parts/Notice";
import { Card } from "../parts/Heading";
import type { CheckResult, ReviewProblem } from "../types";
import { checkCorrections } from "./api";
import { Editor } from "./Editor";

interface Props {
  problem: ReviewProblem;
  corrections: Record<string, string>;
  /** Empty until requested. */
  reference: string;
  onReference: () => void;
  onChange: (corrections: Record<string, string>) => void;
}

/** Editable texts of the problem, and a check that the corrected problem is sound. */
export function Corrections({ problem, corrections, reference, onReference, onChange }: Props) {
  const [checked, setChecked] = useState<CheckResult | string | null>(null);
  const [busy, setBusy] = useState(false);
  const texts: Record<string, string> = { question: problem.question };
  if (reference) texts.reference = reference;
  for (const [name, text] of Object.entries(problem.tests)) texts[`tests.${name}`] = text;
  const change = (field: string, text: string) => {
    const { [field]: _, ...others } = corrections;
    setChecked(null);
    onChange(text === texts[field] ? others : { ...others, [field]: text });
  };
  const check = async () => {
    setBusy(true);
    try {
      setChecked(await checkCorrections(problem.id, corrections));
    } catch (error) {
      setChecked((error as Error).message);
    }
    setBusy(false);
  };
  const changed = Object.keys(corrections);
  return (
    <Card title="Corrections" note={changed.length ? `changed: ${changed.join(", ")}` : "edit a text"}>
      <div class="card-body">
        {Object.entries(texts).map(([field, text]) => (
          <details key={field} class="correction" open={field in corrections}>
            <summary>{field.replace("tests.", "tests: ")}{field in corrections ? " (changed)" : ""}</summary>
            <Editor id={`correct-${field}`} label={`Corrected ${field}`} rows={10} value={corrections[field] ?? text}
              onChange={(now) => change(field, now)} />
            {field in corrections && (
              <button type="button" class="link" onClick={() => change(field, text)}>undo changes</button>
            )}
          </details>
        ))}
        {!reference && problem.has_reference && (
          <button type="button" class="link" onClick={onReference}>show the reference to correct it</button>
        )}
        <div class="controls">
          <button type="button" disabled={busy || !changed.length} onClick={() => void check()}>
            {busy ? "Checking…" : "Check correction"}
          </button>
          <small>The reference must pass; a stub must not. Only sound problems are exported.</small>
        </div>
        <Checked result={checked} />
      </div>
    </Card>
  );
}

function Checked({ result }: { result: CheckResult | string | null }) {
  if (result === null) return null;
  if (typeof result === "string") return <Notice tone="bad">{result}</Notice>;
  if (result.sound) return <Notice tone="good">The corrected problem is sound.</Notice>;
  return <Notice tone="bad">The corrected problem is not sound: {readable(result.findings.join("; "))}</Notice>;
}
