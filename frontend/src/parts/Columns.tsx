import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

/** Cards of unequal height in columns that end at nearly the same height; roomy: fewer columns, for long labels. */
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

/** Give each card its column and as many of the grid's small rows as it is high. */
function arrange(box: HTMLElement): void {
  const cards = [...box.children].filter((each) => each instanceof HTMLElement);
  const before = cards.map((card) => card.style.gridColumn);
  // A card in a column that there is no longer room for would be counted as room.
  for (const card of cards) card.style.gridColumn = "";
  const { gridTemplateColumns, gridAutoRows, columnGap } = getComputedStyle(box);
  const columns = gridTemplateColumns.split(" ").filter((width) => Number.parseFloat(width) > 0).length;
  const heights = cards.map((card) => card.offsetHeight + Number.parseFloat(columnGap));
  const shape = `${columns} ${cards.length}`;
  // What somebody opened makes its own column longer: other cards stay where they are.
  const kept = box.dataset.shape === shape && box.querySelector("details[open]");
  const chosen = kept ? before : shared(heights, columns).map((column) => String(column + 1));
  box.dataset.shape = shape;
  cards.forEach((card, place) => {
    card.style.gridColumn = chosen[place] ?? "";
    card.style.gridRowEnd = `span ${Math.ceil((heights[place] ?? 0) / Number.parseFloat(gridAutoRows))}`;
  });
}

/** The column of each card: the highest first, each to the column that is shortest so far; then cards change places as long
 * as that makes columns more alike. Columns stand in the order of their first cards. */
function shared(heights: number[], columns: number): number[] {
  const filled = new Array<number>(Math.max(1, columns)).fill(0);
  const found = new Array<number>(heights.length).fill(0);
  const highest = [...heights.entries()].sort((one, other) => other[1] - one[1]);
  for (const [place, height] of highest) {
    const column = filled.indexOf(Math.min(...filled));
    found[place] = column;
    filled[column]! += height;
  }
  while (highest.some(([one]) => highest.some(([other]) => exchanged(heights, found, filled, one, other)))) { /* once more */ }
  const order = [...new Set(found)];
  return found.map((column) => order.indexOf(column));
}

/** Let two cards change columns if the columns then differ less by at least a pixel. */
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
