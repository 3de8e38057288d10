import * as Plot from "./marks";
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

interface Props {
  /** Title, also for screen readers. */
  title: string;
  /** How to read it. */
  note?: ComponentChildren;
  /** Plot options for a width in pixels; colours are the theme's CSS variables. */
  plot: (width: number) => Plot.PlotOptions;
  /** The same numbers as a table. */
  table: { columns: string[]; rows: (string | number)[][] };
  /** Dependencies: it is redrawn when one of these changes. */
  of: unknown[];
}

/** A chart with Observable Plot that fills its width, with its numbers as an accessible table. */
export function Chart({ title, note, plot, table, of }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!place.current) return undefined;
    const watch = new ResizeObserver(([entry]) => setWidth(Math.round(entry?.contentRect.width ?? 0)));
    watch.observe(place.current);
    return () => watch.disconnect();
  }, []);
  useEffect(() => {
    if (!place.current || width < 160) return;
    const drawn = Plot.plot({ ...plot(width), width, ariaLabel: title });
    // Remove Plot's own style sheet: the server's policy forbids it, and parts.css has the rules.
    drawn.querySelectorAll("style").forEach((style) => style.remove());
    drawn.setAttribute("role", "img");
    place.current.replaceChildren(drawn);
  }, [width, ...of]);
  return (
    <figure class="chart">
      <figcaption>{title}{note && <small>{note}</small>}</figcaption>
      <div ref={place} class="chart-place" />
      <details class="numbers">
        <summary>Numbers</summary>
        <div class="table-box" tabIndex={0} role="region" aria-label={`${title}: numbers`}>
          <table>
            <thead><tr>{table.columns.map((name) => <th key={name} scope="col">{name}</th>)}</tr></thead>
            <tbody>
              {table.rows.map((row, index) => (
                <tr key={index}>{row.map((cell, column) => <td key={column}>{cell}</td>)}</tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}

export { Plot };
