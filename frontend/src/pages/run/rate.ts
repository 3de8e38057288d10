// How fast a run goes, seen from one look to the next.

import { useEffect, useRef, useState } from "preact/hooks";
import { sum } from "../../estimate";
import type { RunDetails } from "../../types";

export interface Pace {
  /** Items that are through. */
  done: number;
  total: number;
  /** Items a minute; null while none is done. */
  perMinute: number | null;
  /** Whether that is the mean since the job began, for want of something seen. */
  sinceBegun: boolean;
  leftS: number | null;
}

const WINDOW_MS = 120_000;
/** What was seen counts once it is so many items or so long: a single one says little. */
const ENOUGH_ITEMS = 5;
const ENOUGH_MS = 20_000;

/** Items that nothing more happens to in this run. */
export function finished(run: RunDetails): number {
  // Equal answers to one problem are judged once, so that judgements are fewer than samples.
  if (run.kind === "evaluation") return (run.states.scored ?? 0) + (run.states.defect ?? 0);
  const steps = run.funnel?.steps ?? [];
  const dropped = sum(steps.map((step) => sum(Object.values(step.reasons))));
  return Math.min(run.total, dropped + (run.steps.final?.done ?? 0));
}

interface Look { atMs: number; done: number }

/** Items a minute between two looks; null while that says little. */
function seenRate(first: Look, last: Look): number | null {
  const [gained, tookMs] = [last.done - first.done, last.atMs - first.atMs];
  return gained > 0 && (gained >= ENOUGH_ITEMS || tookMs >= ENOUGH_MS) ? (gained * 60_000) / tookMs : null;
}

/** Items a minute since the job began. One that was interrupted is faster than that. */
function meanRate(run: RunDetails, done: number): number | null {
  const tookMs = Date.now() - Date.parse(String(run.manifest.created));
  return done > 0 && tookMs > 0 ? (done * 60_000) / tookMs : null;
}

/** The pace over the last two minutes, as far as this tab has seen them; until then that since the job began. */
export function usePace(run: RunDetails | undefined): Pace | null {
  const looks = useRef<Look[]>([]);
  const [pace, setPace] = useState<Pace | null>(null);
  useEffect(() => {
    if (!run) return;
    const look = { atMs: performance.now(), done: finished(run) };
    looks.current = [...looks.current.filter((each) => look.atMs - each.atMs < WINDOW_MS), look];
    const running = run.state === "running";
    const seen = running ? seenRate(looks.current[0] ?? look, look) : null;
    const perMinute = seen ?? (running ? meanRate(run, look.done) : null);
    setPace({
      done: look.done, total: run.total, perMinute, sinceBegun: seen === null,
      leftS: perMinute ? (60 * (run.total - look.done)) / perMinute : null,
    });
  }, [run]);
  return pace;
}
