import { useEffect, useRef, useState } from "preact/hooks";
import { readable } from "../format";
import { Card } from "../parts/Heading";
import { Notice, Waiting } from "../parts/Notice";
import type { Review, ReviewProblem, RunResult, Where } from "../types";
import { getProblem, runAnswer, showReference } from "./api";
import { Corrections } from "./Corrections";
import { Decide, type Decision } from "./Decision";
import { Editor } from "./Editor";
import { Question } from "./Question";
import { RATINGS, Ratings } from "./Rating";
import { Result } from "./Result";
import { flush, store } from "./saving";
import { useRunKey, useShortcuts } from "./Shortcuts";

interface Props {
  id: string;
  /** Called with every change that the list shows. */
  onReview: (review: Review) => void;
}

/** One problem: the question on one side, the reviewer's work on the other. */
export function Workspace({ id, onReview }: Props) {
  const [problem, setProblem] = useState<ReviewProblem | string>();
  // Save first, so that a quick return shows the latest text.
  useEffect(() => { flush().then(() => getProblem(id)).then(setProblem, (error: Error) => setProblem(error.message)); }, [id]);
  if (typeof problem === "string") return <Notice tone="bad">{problem}</Notice>;
  if (!problem) return <Waiting what="the problem" />;
  return <Work problem={problem} onReview={onReview} />;
}

function Work({ problem, onReview }: { problem: ReviewProblem; onReview: (review: Review) => void }) {
  const [review, setReview] = useState(problem.review);
  const [answer, setAnswer] = useState(problem.review.draft || problem.starter);
  const [testsOpen, setTestsOpen] = useState(false);
  const [reference, setReference] = useState("");
  const [failure, setFailure] = useState("");
  const newest = useRef(review);

  /** Changes the newest review: a server response may arrive between two key presses. */
  const change = (changes: Partial<Review>, soon: boolean) => {
    newest.current = { ...newest.current, ...changes };
    setReview(newest.current);
    onReview(newest.current);
    store(newest.current, soon);
  };
  /** Copies the fields that only the server knows. */
  const learn = ({ attempts, shown_after }: Review) => {
    newest.current = { ...newest.current, attempts, shown_after };
    setReview(newest.current);
    onReview(newest.current);
  };
  const run = useRun(problem.id, answer, learn, setFailure);
  const ask = () => showReference(problem.id).then((shown) => {
    setReference(shown.reference);
    learn(shown.review);
  }, (error: Error) => setFailure(error.message));
  const decide = (decision: Decision) => {
    change({ decision: newest.current.decision === decision ? "open" : decision }, true);
    if (newest.current.decision === "corrected" && !reference && "reference" in newest.current.corrections) void ask();
  };
  const rate = (key: string) => {
    const missing = RATINGS.find(([name]) => newest.current[name] === null);
    if (missing) change({ [missing[0]]: Number(key) }, true);
  };
  useShortcuts({
    a: () => decide("accepted"), r: () => decide("rejected"), c: () => decide("corrected"),
    t: () => setTestsOpen(!testsOpen), e: () => document.getElementById("answer")?.focus(),
    ...Object.fromEntries(["1", "2", "3", "4", "5"].map((key) => [key, rate])),
  });
  useRunKey(run.start);
  const marks = marksOf(run.result);
  const showPlace = (_: string, place: Where) => {
    if (place.part === "tests") setTestsOpen(true);
    else document.getElementById("answer")?.focus();
  };
  return (
    <div class="review-work">
      <Question problem={problem} marks={marks} testsOpen={testsOpen} onTests={setTestsOpen}
        reference={reference} onReference={() => void ask()} />
      <div class="review-side">
        <Card title="Your solution" note="the whole program; Tab indents, Esc then Tab leaves the editor">
          <Editor id="answer" label="Your solution" value={answer} onRun={run.start} mark={answerMark(marks)} start={problem.start_line} rows={15}
            onChange={(text) => { setAnswer(text); run.forget(); change({ draft: text }, false); }} />
          <div class="card-body">
            <div class="controls">
              {run.busy
                ? <button type="button" onClick={run.stop}>Cancel</button>
                : <button type="button" class="primary" id="run" onClick={run.start}>Run <kbd>Ctrl ⏎</kbd></button>}
              <small role="status" id="run-state">{run.busy ? "running in the sandbox…" : attempts(review)}</small>
            </div>
            {failure && <Notice tone="bad">{readable(failure)}</Notice>}
            {run.result && <Result result={run.result} onPlace={showPlace} />}
          </div>
        </Card>
        <Card title="Your verdict" note="saved automatically">
          <div class="card-body">
            <Ratings review={review} onChange={(changes) => change(changes, true)} />
            <Decide review={review} onDecide={decide} onNote={(note) => change({ note }, false)} />
          </div>
        </Card>
        {review.decision === "corrected" && (
          <Corrections problem={problem} corrections={review.corrections} reference={reference}
            onReference={() => void ask()} onChange={(corrections) => change({ corrections }, false)} />
        )}
      </div>
    </div>
  );
}

/** Runs a solution; cancelling or leaving the problem stops it. */
function useRun(id: string, answer: string, learn: (review: Review) => void, fail: (why: string) => void) {
  const [result, setResult] = useState<RunResult | null>(null);
  const [busy, setBusy] = useState(false);
  const running = useRef<AbortController | null>(null);
  const stop = () => { running.current?.abort(); running.current = null; };
  useEffect(() => stop, []);
  const start = async () => {
    if (running.current) return;
    const own = new AbortController();
    running.current = own;
    setBusy(true);
    setResult(null);
    fail("");
    try {
      const found = await runAnswer(id, answer, own.signal);
      setResult(found);
      learn(found.review);
    } catch (error) {
      if (!own.signal.aborted) fail((error as Error).message);
    }
    if (running.current === own) running.current = null;
    setBusy(false);
  };
  return { result, busy, start: () => void start(), stop, forget: () => setResult(null) };
}

function attempts(review: Review): string {
  const count = review.attempts.length;
  if (!count) return "no attempts yet";
  const passed = review.attempts.findIndex((attempt) => attempt.verdict === "passed");
  return passed >= 0 ? `solved on attempt ${passed + 1}` : `${count} ${count === 1 ? "attempt" : "attempts"}, not solved yet`;
}

function marksOf(result: RunResult | null): Record<string, Where> {
  const sets = Object.entries(result?.sets ?? {});
  return Object.fromEntries(sets.flatMap(([name, set]) => (set.place ? [[name, set.place]] : [])));
}

function answerMark(marks: Record<string, Where>): number | null {
  return Object.values(marks).find((place) => place.part === "solution")?.line ?? null;
}
