import type { Review } from "../types";

export type Decision = Review["decision"];

interface Props {
  review: Review;
  onDecide: (decision: Decision) => void;
  onNote: (note: string) => void;
}

const CHOICES: [Decision, string, string, string][] = [
  ["accepted", "Accept", "a", "good"],
  ["rejected", "Reject", "r", "bad"],
  ["corrected", "Correct", "c", "warn"],
];

/** The decision about the problem. Pressing it again undoes it. */
export function Decide({ review, onDecide, onNote }: Props) {
  return (
    <>
      <div class="decisions" role="group" aria-label="Decision">
        {CHOICES.map(([decision, title, key, tone]) => (
          <button key={decision} type="button" data-tone={tone} aria-pressed={review.decision === decision}
            aria-keyshortcuts={key} onClick={() => onDecide(decision)}>
            {title} <kbd>{key}</kbd>
          </button>
        ))}
      </div>
      <label class="review-note">
        <span>Note</span>
        <textarea rows={2} value={review.note} placeholder="Reason or other remarks"
          onInput={(event) => onNote(event.currentTarget.value)} />
      </label>
    </>
  );
}
