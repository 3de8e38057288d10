// Places labels next to dots without overlaps.

export interface Dot {
  /** In pixels. */
  x: number;
  y: number;
  name: string;
}

export type Side = "start" | "end" | "above" | "below";

const LETTER = 6.4;
const LINE = 14;
const AWAY = 12;

interface Box { left: number; right: number; top: number; bottom: number }

/** The side of each dot where its label has room, or null if there is none; earlier dots take precedence. */
export function sides(dots: Dot[], width: number): (Side | null)[] {
  const taken: Box[] = dots.map(({ x, y }) => ({ left: x - 4, right: x + 4, top: y - 4, bottom: y + 4 }));
  return dots.map((dot, own) => {
    const free = (["start", "end", "above", "below"] as const).find((side) => {
      const box = boxOf(dot, side);
      return box.left >= 0 && box.right <= width && taken.every((other, place) => place === own || apart(box, other));
    });
    if (free) taken.push(boxOf(dot, free));
    return free ?? null;
  });
}

function boxOf({ x, y, name }: Dot, side: Side): Box {
  const long = name.length * LETTER;
  if (side === "start") return { left: x + AWAY - 2, right: x + AWAY + long, top: y - LINE / 2, bottom: y + LINE / 2 };
  if (side === "end") return { left: x - AWAY - long, right: x - AWAY + 2, top: y - LINE / 2, bottom: y + LINE / 2 };
  const middle = side === "above" ? y - AWAY - 4 : y + AWAY + 4;
  return { left: x - long / 2, right: x + long / 2, top: middle - LINE / 2, bottom: middle + LINE / 2 };
}

function apart(one: Box, other: Box): boolean {
  return one.right < other.left || one.left > other.right || one.bottom < other.top || one.top > other.bottom;
}

/** Text anchor and offset for a label on this side of its dot. */
export function anchor(side: Side): { textAnchor: "start" | "end" | "middle"; dx: number; dy: number } {
  if (side === "start" || side === "end") return { textAnchor: side, dx: side === "start" ? AWAY : -AWAY, dy: 0 };
  return { textAnchor: "middle", dx: 0, dy: side === "above" ? -AWAY - 4 : AWAY + 4 };
}

export const SIDES: Side[] = ["start", "end", "above", "below"];
