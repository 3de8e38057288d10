import type { Review } from "../types";

export type RatingName = "difficulty" | "clarity" | "test_quality";

/** Name → title, what 1 means, what 5 means. */
export const RATINGS: [RatingName, string, string, string][] = [
  ["difficulty", "Difficulty", "trivial", "hard for a professional"],
  ["clarity", "Clarity", "cannot be understood", "no questions"],
  ["test_quality", "Test quality", "meaningless", "correct, and no wrong solution passes"],
];

interface Props {
  review: Review;
  onChange: (change: Partial<Review>) => void;
}

/** Three five-point ratings. */
export function Ratings({ review, onChange }: Props) {
  return (
    <div class="ratings">
      {RATINGS.map(([name, title, low, high]) => (
        <fieldset key={name} class="rating">
          <legend>{title}</legend>
          <small id={`${name}-low`}>{low}</small>
          <div class="points">
            {[1, 2, 3, 4, 5].map((point) => (
              <label key={point}>
                <input type="radio" name={name} value={point} checked={review[name] === point}
                  aria-describedby={point === 1 ? `${name}-low` : point === 5 ? `${name}-high` : undefined}
                  onChange={() => onChange({ [name]: point })} />
                <span>{point}</span>
              </label>
            ))}
          </div>
          <small id={`${name}-high`}>{high}</small>
        </fieldset>
      ))}
      <label class="review-check">
        <input type="checkbox" checked={review.external_help}
          onChange={(event) => onChange({ external_help: event.currentTarget.checked })} />
        <span>I needed other sources to solve it</span>
      </label>
    </div>
  );
}
