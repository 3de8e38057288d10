// How fast a run goes, seen from one look to the next.

import { useEffect, useRef, useState } from "preact/hooks";
import { sum } from "../../estimate";
import type { RunDetails } from "../../types";

export interface Pace {
  /** Items that are through. */
  done: number;
  total: number;
  /** Items a minute; null until two looks differ. */
  perMinute: number | null;
  leftS: number | null;
}

const WINDOW_MS = 120_000;

/** Items that nothing more happens to in this run. */
export function finished(run: RunDetails): number {
  // Equal answers to one problem are judged once, so that judgements are fewer than samples.
  if (run.kind === "evaluation") return (run.states.scored ?? 0) + (run.states.defect ?? 0);
  const steps = run.funnel?.steps ?? [];
  const dropped = sum(steps.map((step) => sum(Object.values(step.reasons))));
  return Math.min(run.total, dropped + (run.steps.final?.done ?? 0));
}

/** The pace over the last two minutes. */
export function usePace(run: RunDetails | undefined): Pace | null {
  const looks = useRef<{ atMs: number; done: number }[]>([]);
  const [pace, setPace] = useState<Pace | null>(null);
  useEffect(() => {
    if (!run) return;
    const [atMs, done] = [performance.now(), finished(run)];
    looks.current = [...looks.current.filter((look) => atMs - look.atMs < WINDOW_MS), { atMs, done }];
    const first = looks.current[0];
    const gained = first ? done - first.done : 0;
    const perMinute = run.state === "running" && first && gained > 0 ? (gained * 60_000) / (atMs - first.atMs) : null;
    setPace({ done, total: run.total, perMinute, leftS: perMinute ? (60 * (run.total - done)) / perMinute : null });
  }, [run]);
  return pace;
}
