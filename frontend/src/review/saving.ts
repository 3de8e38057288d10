// Saves every change: ratings and decisions immediately, texts when typing pauses, everything when the page is left.

import { useEffect, useState } from "preact/hooks";
import type { Review, ReviewChange } from "../types";
import { save } from "./api";

const PAUSE_MS = 500;

export type SaveState = { word: "saved" | "saving" | "unsaved"; why?: string };

class Saver {
  private waiting = new Map<string, ReviewChange>();
  private timer = 0;
  private work = Promise.resolve();
  onState: (state: SaveState) => void = () => undefined;

  push(change: ReviewChange, soon: boolean): void {
    this.waiting.set(change.problem, change);
    this.onState({ word: "saving" });
    clearTimeout(this.timer);
    if (soon) void this.flush();
    else this.timer = window.setTimeout(() => void this.flush(), PAUSE_MS);
  }

  /** Sends pending changes in order; without waiting if the page is being left. */
  flush(leaving = false): Promise<void> {
    if (leaving) return this.send(true);
    this.work = this.work.then(() => this.send(false));
    return this.work;
  }

  private async send(leaving: boolean): Promise<void> {
    for (let next = this.take(); next; next = this.take()) {
      try {
        await save(next, leaving);
      } catch (error) {
        if (!this.waiting.has(next.problem)) this.waiting.set(next.problem, next);
        this.onState({ word: "unsaved", why: (error as Error).message });
        return;
      }
    }
    this.onState({ word: "saved" });
  }

  private take(): ReviewChange | undefined {
    const [first] = this.waiting.values();
    if (first) this.waiting.delete(first.problem);
    return first;
  }
}

const saver = new Saver();

/** The save status, and a function that retries. */
export function useSaving(): [SaveState, () => void] {
  const [state, setState] = useState<SaveState>({ word: "saved" });
  useEffect(() => {
    saver.onState = setState;
    const leave = () => { if (document.visibilityState === "hidden") void saver.flush(true); };
    document.addEventListener("visibilitychange", leave);
    return () => document.removeEventListener("visibilitychange", leave);
  }, []);
  return [state, () => void saver.flush()];
}

export function store(review: Review, soon: boolean): void {
  const { problem, decision, difficulty, clarity, test_quality, external_help, note, corrections, draft } = review;
  saver.push({ problem, decision, difficulty, clarity, test_quality, external_help, note, corrections, draft }, soon);
}

/** Resolves when all changes so far have been sent. */
export const flush = (): Promise<void> => saver.flush();
