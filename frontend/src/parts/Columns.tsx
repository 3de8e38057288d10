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

/** The column of each card: the highest first, each to the column that is shortest so far; columns in the order of their first cards. */
function shared(heights: number[], columns: number): number[] {
  const filled = new Array<number>(Math.max(1, columns)).fill(0);
  const found = new Array<number>(heights.length).fill(0);
  const highest = heights.map((_, place) => place).sort((one, other) => (heights[other] ?? 0) - (heights[one] ?? 0));
  for (const place of highest) {
    const column = filled.indexOf(Math.min(...filled));
    found[place] = column;
    filled[column] = (filled[column] ?? 0) + (heights[place] ?? 0);
  }
  const order = [...new Set(found)];
  return found.map((column) => order.indexOf(column));
}
