import { estimateText, NONE, percent } from "../format";
import type { Estimate } from "../types";

/** A percentage with its interval, as a number and as a thin line on a scale from 0 to 100. */
export function Estimated({ estimate, bar = true }: { estimate: Estimate | null | undefined; bar?: boolean }) {
  if (!estimate) return <span class="quiet">{NONE}</span>;
  const { value, low, high } = estimate;
  const known = low !== null && high !== null;
  return (
    <span class="estimated" title={`${estimateText(estimate)}, n = ${estimate.n}`}>
      <b>{percent(value)}</b>
      {known && <small>{percent(low)}–{percent(high)}</small>}
      {bar && (
        <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
          <rect x="0" y="3.25" width="100" height="1.5" class="rail" />
          {known && <rect x={100 * low} y="2" width={Math.max(0.6, 100 * (high - low))} height="4" class="range" />}
          <rect x={Math.max(0, 100 * value - 0.7)} y="0" width="1.4" height="8" class="value" />
        </svg>
      )}
    </span>
  );
}
