import { words } from "../../format";
import { Verdict } from "../../parts/Verdict";
import { href } from "../../route";
import type { Answer } from "../../types";
import { verdictOf } from "./choice";

export interface Row {
  /** Key of the model. */
  model: string;
  name: string;
  /** Turns of each sample. */
  samples: Answer[][];
}

interface Props {
  rows: Row[];
  chosen: Answer[];
  onPress: (answer: Answer) => void;
}

/** Models × samples, with the turns of a sample side by side. */
export function Matrix({ rows, chosen, onPress }: Props) {
  const several = rows.some((row) => row.samples.length > 1);
  const turns = rows.some((row) => row.samples.some((each) => each.length > 1));
  return (
    <div class="table-box" tabIndex={0} role="region" aria-label="Answers of all models">
      <table class="matrix">
        <caption class="unseen">Verdicts of every answer</caption>
        <thead>
          <tr>
            <th scope="col">Model</th><th scope="col" class="number">Passed</th>
            <th scope="col">{several ? "Samples" : "Answer"}{turns ? ", with turns from left to right" : ""}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.model}>
              <th scope="row"><a href={href("model", row.model)}><bdi>{row.name}</bdi></a></th>
              <td class="number">{passedOf(row)}</td>
              <td><Samples row={row} chosen={chosen} onPress={onPress} /></td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Samples({ row, chosen, onPress }: { row: Row; chosen: Answer[]; onPress: (answer: Answer) => void }) {
  if (row.samples.length === 0) return <span class="quiet">no answer</span>;
  const single = row.samples.length === 1 && row.samples[0]?.length === 1;
  return (
    <span class="samples">
      {row.samples.map((turns, sample) => (
        <span key={sample} class="sample">
          {turns.map((answer) => (
            <button key={answer.turn} type="button" class="sample-pick" aria-pressed={chosen.includes(answer)} onClick={() => onPress(answer)}
              aria-label={`${row.name}, sample ${answer.sample}, turn ${answer.turn}: ${words(verdictOf(answer))}`}
              title={`sample ${answer.sample}, turn ${answer.turn}: ${words(verdictOf(answer))}`}>
              <Verdict verdict={verdictOf(answer)} brief={!single} />
            </button>
          ))}
        </span>
      ))}
    </span>
  );
}

/** Number of judged samples that pass in their last turn. */
function passedOf(row: Row): string {
  const last = row.samples.map((turns) => turns.at(-1)).filter((each) => each?.state === "scored");
  return last.length ? `${last.filter((each) => each?.verdict === "passed").length} of ${last.length}` : "–";
}
