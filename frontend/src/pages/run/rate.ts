// The speed of a run, from successive observations.

import { useEffect, useRef, useState } from "preact/hooks";
import { sum } from "../../estimate";
import type { RunDetails } from "../../types";

export interface Pace {
  /** Finished items. */
  done: number;
  total: number;
  /** Items per minute; null while none is finished. */
  perMinute: number | null;
  /** Whether that is the mean since the job started, because too little was observed. */
  sinceBegun: boolean;
  leftS: number | null;
}

const WINDOW_MS = 120_000;
/** Observations count only from this many items or this much time on: a single one says little. */
const ENOUGH_ITEMS = 5;
const ENOUGH_MS = 20_000;

/** Number of items that are finished in this run. */
export function finished(run: RunDetails): number {
  // Identical answers to a problem are judged once, so there are fewer judgements than samples.
  if (run.kind === "evaluation") return (run.states.scored ?? 0) + (run.states.defect ?? 0);
  const steps = run.funnel?.steps ?? [];
  const dropped = sum(steps.map((step) => sum(Object.values(step.reasons))));
  return Math.min(run.total, dropped + (run.steps.final?.done ?? 0));
}

interface Look { atMs: number; done: number }

/** Items per minute between two observations; null if there is too little to say. */
function seenRate(first: Look, last: Look): number | null {
  const [gained, tookMs] = [last.done - first.done, last.atMs - first.atMs];
  return gained > 0 && (gained >= ENOUGH_ITEMS || tookMs >= ENOUGH_MS) ? (gained * 60_000) / tookMs : null;
}

/** Items per minute since the job started. An interrupted job is faster than that. */
function meanRate(run: RunDetails, done: number): number | null {
  const tookMs = Date.now() - Date.parse(String(run.manifest.created));
  return done > 0 && tookMs > 0 ? (done * 60_000) / tookMs : null;
}

/** The pace over the last two minutes that this tab observed; until then, since the job started. */
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
