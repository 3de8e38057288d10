import * as Plot from "./marks";
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

interface Props {
  /** What it shows; also its name for screen readers. */
  title: string;
  /** What must be known to read it. */
  note?: ComponentChildren;
  /** Options for this width in pixels; colours are CSS variables of the theme. */
  plot: (width: number) => Plot.PlotOptions;
  /** The same numbers as a table: head, then rows. */
  table: { columns: string[]; rows: (string | number)[][] };
  /** What it depends on: drawn again when one of these changes. */
  of: unknown[];
}

/** A chart by Observable Plot, as wide as its place, with its numbers as a table for who cannot see it. */
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
    // Its own style sheet: a server's policy forbids it, and parts.css has what is needed of it.
    drawn.querySelectorAll("style").forEach((style) => style.remove());
    drawn.setAttribute("role", "img");
    // Its own style sheet: a server's policy forbids it, and parts.css has what is needed of it.
    drawn.querySelectorAll("style").forEach((style) => style.remove());
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
