// Made by scripts/frontend_types.py from the records of the data files: edit those.

/** A number with its confidence interval. */
export interface Estimate {
  value: number;
  low: number | null;
  high: number | null;
  n: number;
}

/** One step of a generation. */
export interface FunnelStep {
  step: string;
  entered: number;
  left: number;
  waiting: number;
  failed: number;
  reasons: Record<string, number>;
  flags: Record<string, number>;
  repairs: number;
  prompt_tokens: number;
  completion_tokens: number;
  cost_usd: number;
}

/** A generation, step by step. */
export interface Funnel {
  run: string;
  name: string;
  steps: FunnelStep[];
}

/** One kind of evidence, over all problems. */
export interface EvidenceRow {
  name: string;
  part: number;
  whole: number;
  problems: number;
}

/** `benchmark`: the page of the benchmark. */
export interface BenchmarkDetails {
  card: string;
  lines: number[];
  question_words: number[];
  tests: number[];
  solved: number[];
  correlation: (number | null)[];
  duplicates: [number, number, number][];
  evidence: EvidenceRow[];
  flags: Record<string, number>;
  licences: Record<string, number>;
  repositories: Record<string, number>;
  funnels: Funnel[];
}

/** An item that is not done. */
export interface Trouble {
  step: string;
  item: string;
  state: string;
  reason: string;
}

/** `runs/KEY`: the page of one job, reloaded while it runs. */
export interface RunDetails {
  key: string;
  folder: string;
  kind: string;
  state: string;
  total: number;
  steps: Record<string, Record<string, number>>;
  states: Record<string, number>;
  pending: Record<string, number>;
  totals: Record<string, number>;
  troubles: Trouble[];
  troubles_left_out: number;
  toolchains: Record<string, string>;
  manifest: Record<string, unknown>;
  funnel: Funnel | null;
}

/** Jobs on the same benchmark, shown together. */
export interface Group {
  key: string;
  title: string;
  fingerprint: string;
  problems: number | null;
  evaluations: number;
  generations: number;
  running: number;
  begun: string;
}

/** `groups`: the job groups that a server shows. */
export interface Groups {
  groups: Group[];
  faults: string[];
}

/** Properties of every problem for filtering, as columns. */
export interface Problems {
  ids: string[];
  languages: string[];
  language: number[];
  difficulties: string[];
  difficulty: number[];
  tags: string[];
  tagged: number[][];
  lengths: string[];
  length: number[];
}

/** One row of the leaderboard: a model in one evaluation. */
export interface Model {
  key: string;
  name: string;
  answers: string;
  samples: number;
  turns: number;
  running: boolean;
  states: Record<string, number>;
  pass_at_k: Record<string, Estimate>;
  after_turns: Estimate | null;
  by_language: Record<string, Estimate>;
  cost_usd: number | null;
  prompt_tokens: number | null;
  completion_tokens: number | null;
  scored: number[];
  passed: number[];
  first: number[];
  turned: number[];
  mended: number[];
  left_out: number[];
}

/** A job in the list of runs. */
export interface RunHead {
  key: string;
  name: string;
  kind: string;
  state: string;
  begun: string;
}

/** `site`: data for the leaderboard, the comparison and the filters. */
export interface Site {
  title: string;
  fingerprint: string;
  notes: string[];
  made: string;
  version: string;
  live: boolean;
  problems: Problems;
  models: Model[];
  runs: RunHead[];
  schema: number;
}

/** `titles`: one-line title of each problem. */
export interface Titles {
  titles: string[];
}

/** Tokens and cost of one model per problem, over all samples and turns. */
export interface Spent {
  completion_tokens: number[];
  cost_usd: number[];
}

/** `spending`: tokens and costs, for use with filters. */
export interface Spending {
  models: Record<string, Spent>;
}

/** `models/KEY`: the page of one model. */
export interface ModelDetails {
  key: string;
  metrics: Record<string, Record<string, Estimate>>;
  pass_at_k: Estimate[];
  reasons: Record<string, string>;
  verdicts: string[];
  verdict: number[];
  failures: string[];
  failure: number[];
}

/** A line in the solution or the tests. */
export interface Where {
  part: string;
  line: number;
}

/** Result of one test, if tests can be distinguished. */
export interface SingleTest {
  name: string;
  status: string;
  place: Where | null;
  message: string;
}

/** Judgement of an answer by one test set. */
export interface JudgedSet {
  verdict: string;
  reason: string;
  place: Where | null;
  message: string;
  stdout: string;
  stderr: string;
  tests: SingleTest[];
  canaries: number;
  wall_s: number;
  memory_bytes: number;
}

/** One turn of one sample of one model. */
export interface Answer {
  model: string;
  sample: number;
  turn: number;
  state: string;
  why: string;
  raw: string;
  reasoning: string;
  code: string;
  cut: boolean;
  how: string;
  repairs: string[];
  flaw: string;
  finish_reason: string;
  verdict: string;
  reason: string;
  failed: string;
  failure: string;
  sets: Record<string, JudgedSet>;
  toolchain: string;
  prompt_tokens: number | null;
  completion_tokens: number | null;
  cost_usd: number | null;
  answer_s: number | null;
  rerun: string;
}

/** One input and the expected output. */
export interface ProblemCase {
  stdin: string;
  stdout: string;
  args: string[];
}

/** `problems/NUMBER`: the page of one problem. The number is its index in `Problems.ids`. */
export interface ProblemDetails {
  id: string;
  language: string;
  question: string;
  reference: string;
  tests: Record<string, string>;
  cases: Record<string, ProblemCase[]>;
  prefix: string;
  suffix: string;
  entry_point: string;
  difficulty: string;
  tags: string[];
  libraries: string[];
  environment: string;
  lineage: Record<string, unknown>;
  evidence: Record<string, unknown>;
  solved: number | null;
  correlation: number | null;
  answers: Answer[];
}

/** One run of a reviewer's own solution against the tests. */
export interface Attempt {
  code: string;
  verdict: string;
  at: string;
}

/** One person's review of one problem; only the latest version is kept. */
export interface Review {
  problem: string;
  reviewer: string;
  decision: "accepted" | "rejected" | "corrected" | "open";
  difficulty: number | null;
  clarity: number | null;
  test_quality: number | null;
  external_help: boolean;
  note: string;
  corrections: Record<string, string>;
  attempts: Attempt[];
  shown_after: number | null;
  draft: string;
  at: string;
  schema: number;
}

/** A problem in the list of a review. */
export interface ReviewItem {
  number: number;
  id: string;
  language: string;
  title: string;
  decision: "accepted" | "rejected" | "corrected" | "open";
  solved: boolean;
}

/** Distribution of a five-point rating. */
export interface Spread {
  counts: [number, number, number, number, number];
  mean: number | null;
}

/** Summary of all reviews, in the terms of the published human study. */
export interface ReviewSummary {
  problems: number;
  reviewed: number;
  reviewers: string[];
  decisions: Record<string, number>;
  tried: number;
  solved: number;
  solved_after: number[];
  with_external_help: number;
  difficulty: Spread;
  clarity: Spread;
  test_quality: Spread;
  corrected: string[];
  rejected: string[];
}

/** One number of a review next to that of the published human study. */
export interface StudyRow {
  name: string;
  part: number;
  whole: number;
  published: number | null;
}

/** Summary of all reviews, next to published numbers. */
export interface ReviewOverview {
  job: string;
  summary: ReviewSummary;
  study: StudyRow[];
  source: string;
}

/** Data that the page loads first. */
export interface ReviewList {
  job: string;
  kind: string;
  reviewer: string;
  items: ReviewItem[];
}

/** One problem as a reviewer sees it. The reference is requested separately. */
export interface ReviewProblem {
  number: number;
  id: string;
  language: string;
  question: string;
  starter: string;
  start_line: number;
  tests: Record<string, string>;
  cases: Record<string, ProblemCase[]>;
  difficulty: string;
  tags: string[];
  libraries: string[];
  entry_point: string;
  has_reference: boolean;
  review: Review;
}

/** A save request from the page, with every editable field. */
export interface ReviewChange {
  problem: string;
  decision: "accepted" | "rejected" | "corrected" | "open";
  difficulty: number | null;
  clarity: number | null;
  test_quality: number | null;
  external_help: boolean;
  note: string;
  corrections: Record<string, string>;
  draft: string;
}

/** A request to judge a solution. */
export interface ReviewRun {
  problem: string;
  code: string;
}

/** Judgement of a reviewer's solution. */
export interface RunResult {
  verdict: string;
  reason: string;
  failed: string;
  sets: Record<string, JudgedSet>;
  toolchain: string;
  review: Review;
}

/** Corrections to check before saving. */
export interface ReviewCheck {
  problem: string;
  corrections: Record<string, string>;
}

/** Whether a corrected problem is sound: the reference passes, and wrong solutions do not. */
export interface CheckResult {
  sound: boolean;
  findings: string[];
}

/** The reference, for a reviewer who asked for it. */
export interface ShownReference {
  reference: string;
  review: Review;
}
