import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

/** Cards of different heights in balanced columns; roomy: fewer columns, for long labels. */
export function Columns({ children, roomy = false }: { children: ComponentChildren; roomy?: boolean }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const place = box.current;
    if (!place) return;
    const observer = new ResizeObserver(() => arrange(place));
    for (const each of [place, ...place.children]) observer.observe(each);
    arrange(place);
    return () => observer.disconnect();
  });
  return <div class="balanced" data-roomy={roomy ? "yes" : undefined} ref={box}>{children}</div>;
}

/** Assigns each card a column, and as many of the grid's small rows as its height needs. */
function arrange(box: HTMLElement): void {
  const cards = [...box.children].filter((each) => each instanceof HTMLElement);
  const before = cards.map((card) => card.style.gridColumn);
  // Reset first: a card in a column that no longer fits would keep that column.
  for (const card of cards) card.style.gridColumn = "";
  const { gridTemplateColumns, gridAutoRows, columnGap } = getComputedStyle(box);
  const columns = gridTemplateColumns.split(" ").filter((width) => Number.parseFloat(width) > 0).length;
  const heights = cards.map((card) => card.offsetHeight + Number.parseFloat(columnGap));
  const shape = `${columns} ${cards.length}`;
  // If the user opened a card, only its own column grows: the other cards stay.
  const kept = box.dataset.shape === shape && box.querySelector("details[open]");
  const chosen = kept ? before : shared(heights, columns).map((column) => String(column + 1));
  box.dataset.shape = shape;
  cards.forEach((card, place) => {
    card.style.gridColumn = chosen[place] ?? "";
    card.style.gridRowEnd = `span ${Math.ceil((heights[place] ?? 0) / Number.parseFloat(gridAutoRows))}`;
  });
}

/** The column of each card: tallest first, each into the shortest column; then cards swap while that balances the columns
 * better. Columns are ordered by their first cards. */
function shared(heights: number[], columns: number): number[] {
  const filled = new Array<number>(Math.max(1, columns)).fill(0);
  const found = new Array<number>(heights.length).fill(0);
  const highest = [...heights.entries()].sort((one, other) => other[1] - one[1]);
  for (const [place, height] of highest) {
    const column = filled.indexOf(Math.min(...filled));
    found[place] = column;
    filled[column]! += height;
  }
  while (highest.some(([one]) => highest.some(([other]) => exchanged(heights, found, filled, one, other)))) { /* repeat */ }
  const order = [...new Set(found)];
  return found.map((column) => order.indexOf(column));
}

/** Swaps two cards if that reduces the difference of their columns by at least a pixel. */
function exchanged(heights: number[], found: number[], filled: number[], one: number, other: number): boolean {
  const [a, b] = [found[one]!, found[other]!];
  const moved = heights[one]! - heights[other]!;
  const before = Math.abs(filled[a]! - filled[b]!);
  if (a === b || Math.abs(filled[a]! - filled[b]! - 2 * moved) > before - 1) return false;
  filled[a]! -= moved;
  filled[b]! += moved;
  [found[one], found[other]] = [b, a];
  return true;
}
