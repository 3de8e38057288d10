import { estimateText, NONE, percent, plural } from "../../format";
import type { Estimate } from "../../types";
import { FEW } from "./standings";

/** From this share on, the background is so strong that the other text colour is more readable. */
const STRONG = 0.69;

/** pass@k of one language on a coloured background; hollow if based on few problems. */
export function Heat({ language, estimate }: { language: string; estimate: Estimate | null | undefined }) {
  if (!estimate) return <span class="heat none" title={`${language}: nothing scored`}>{NONE}</span>;
  const few = estimate.n < FEW;
  return (
    <span class="heat" style={{ "--heat": `${(100 * estimate.value).toFixed(1)}%` }}
      data-few={few ? "yes" : undefined} data-strong={estimate.value >= STRONG ? "yes" : undefined}
      title={`${language}: ${estimateText(estimate)}, n = ${estimate.n}${few ? " (few problems, uncertain)" : ""}`}>
      {percent(estimate.value, 0)}
      {few && <span class="unseen"> % of only {plural(estimate.n, "problem")}</span>}
    </span>
  );
}

/** Legend of the background colours. */
export function HeatLegend() {
  return (
    <p class="heat-legend" aria-hidden="true">
      0 <span class="heat-scale" /> 100 % <span class="heat" data-few="yes" style={{ "--heat": "70%" }}>70</span> fewer than {FEW} problems
    </p>
  );
}
