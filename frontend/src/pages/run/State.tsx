const SIGNS: Record<string, [string, string]> = { running: ["▶", "warn"], done: ["✓", "good"], unfinished: ["‖", "none"] };

/** The state of a job, as symbol, word and colour. */
export function State({ state }: { state: string }) {
  const [sign, tone] = SIGNS[state] ?? ["•", "warn"];
  return <span class="verdict run-state" data-tone={tone} data-state={state}><span aria-hidden="true">{sign}</span>{state}</span>;
}
