// Client of the review server. The token is in the URL that `benchwright review` opens.

import type {
  CheckResult, Review, ReviewChange, ReviewList, ReviewOverview, ReviewProblem, RunResult, ShownReference,
} from "../types";

/** In characters; browsers allow 64 KiB. */
const MOST_KEPT_ALIVE = 16_000;
const STORED = "benchwright-review-token";

/** An error response of the server. */
export class Refused extends Error {
  constructor(message: string, readonly status: number) {
    super(message);
  }
}

/** Moves the token out of the URL, where others might see it. */
export function takeToken(): void {
  const found = location.hash.match(/^#token=([\w-]+)$/);
  if (!found?.[1]) return;
  sessionStorage.setItem(STORED, found[1]);
  history.replaceState(null, "", "#/");
}

async function ask<Answer>(path: string, body?: unknown, options: RequestInit = {}): Promise<Answer> {
  const headers = { authorization: `Bearer ${sessionStorage.getItem(STORED) ?? ""}`, "content-type": "application/json" };
  let answer: Response;
  try {
    answer = await fetch(`/review/${path}`, {
      ...options, headers, ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Refused("benchwright review does not respond. If it was stopped, start it again; saved reviews are kept.", 0);
  }
  const value = await answer.json().catch(() => null);
  if (answer.ok) return value as Answer;
  const failure = value as { error?: string; hint?: string } | null;
  const message = failure?.error ? `${failure.error}${failure.hint ? ` (${failure.hint})` : ""}` : `the server responded with status ${answer.status}`;
  throw new Refused(message, answer.status);
}

const named = (id: string) => `?id=${encodeURIComponent(id)}`;

export const getList = () => ask<ReviewList>("problems");
export const getProblem = (id: string) => ask<ReviewProblem>(`problem${named(id)}`);
export const getOverview = () => ask<ReviewOverview>("summary");
export const showReference = (id: string) => ask<ShownReference>(`reference${named(id)}`, {});
export const runAnswer = (problem: string, code: string, signal: AbortSignal) =>
  ask<RunResult>("run", { problem, code }, { signal });
export const checkCorrections = (problem: string, corrections: Record<string, string>) =>
  ask<CheckResult>("check", { problem, corrections });
/** With `leaving`, the request outlives the page, unless it is larger than browsers allow. */
export const save = (change: ReviewChange, leaving: boolean) =>
  ask<Review>("save", change, { keepalive: leaving && JSON.stringify(change).length < MOST_KEPT_ALIVE });
