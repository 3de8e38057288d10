import { estimateText, NONE, percent } from "../../format";
import type { Estimate } from "../../types";
import { FEW } from "./standings";

/** From this share on the ground is so strong that the other ink reads better. */
const STRONG = 0.69;

/** A share of one language as a number on a ground from low to high; hollow where few problems stand behind it. */
export function Heat({ language, estimate }: { language: string; estimate: Estimate | null | undefined }) {
  if (!estimate) return <span class="heat none" title={`${language}: nothing scored`}>{NONE}</span>;
  const few = estimate.n < FEW;
  return (
    <span class="heat" style={{ "--heat": `${(100 * estimate.value).toFixed(1)}%` }}
      data-few={few ? "yes" : undefined} data-strong={estimate.value >= STRONG ? "yes" : undefined}
      title={`${language}: ${estimateText(estimate)}, n = ${estimate.n}${few ? ": too few to say much" : ""}`}>
      {percent(estimate.value, 0)}
      {few && <span class="unseen"> of {estimate.n} only</span>}
    </span>
  );
}

/** What the grounds mean. */
export function HeatLegend() {
  return (
    <p class="heat-legend" aria-hidden="true">
      0 <span class="heat-scale" /> 100 % <span class="heat" data-few="yes" style={{ "--heat": "70%" }}>70</span> fewer than {FEW} problems
    </p>
  );
}
