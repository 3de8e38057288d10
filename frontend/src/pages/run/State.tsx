const SIGNS: Record<string, [string, string]> = { running: ["▶", "warn"], done: ["✓", "good"], unfinished: ["‖", "bad"] };

/** Whether a job is being worked on, by sign, word and colour. */
export function State({ state }: { state: string }) {
  const [sign, tone] = SIGNS[state] ?? ["•", "warn"];
  return <span class="verdict run-state" data-tone={tone} data-state={state}><span aria-hidden="true">{sign}</span>{state}</span>;
}
