import { useState } from "preact/hooks";
import { count } from "../format";

export interface Bar {
  name: string;
  value: number;
  /** Link target of its name. */
  href?: string;
  /** Shown instead of the plain value. */
  text?: string;
}

interface Props {
  /** For screen readers. */
  label: string;
  bars: Bar[];
  /** The value of a full bar; by default the largest. */
  most?: number;
  /** Number shown initially; a button shows the rest. */
  limit?: number;
}

/** Names with bars, readable at any width; names can be links. */
export function Bars({ label, bars, most = Math.max(1, ...bars.map((bar) => bar.value)), limit = 12 }: Props) {
  const [all, setAll] = useState(false);
  // A button is not worth it for two or three more.
  const some = bars.length > limit + 3;
  const shown = all || !some ? bars : bars.slice(0, limit);
  return (
    <>
      <ul class="bars" aria-label={label}>
        {shown.map((bar) => (
          <li key={bar.name}>
            <span class="bar-name" title={bar.name}>{bar.href ? <a href={bar.href}><bdi>{bar.name}</bdi></a> : <bdi>{bar.name}</bdi>}</span>
            <span class="bar-rail" aria-hidden="true"><span style={{ width: `${(100 * bar.value) / most}%` }} /></span>
            <span class="bar-value">{bar.text ?? count(bar.value)}</span>
          </li>
        ))}
      </ul>
      {some && (
        <button type="button" class="more" onClick={() => setAll(!all)} aria-expanded={all}>
          {all ? "Show fewer" : `Show all ${count(bars.length)}`}
        </button>
      )}
    </>
  );
}
