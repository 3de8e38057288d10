import type { ComponentChildren } from "preact";
import { useMemo, useState } from "preact/hooks";

export interface Column<Row> {
  /** Unique name, used in the URL or state. */
  name: string;
  title: ComponentChildren;
  /** Content of a cell. */
  cell: (row: Row, place: number) => ComponentChildren;
  /** Sort key; without one, the column cannot be sorted. */
  by?: (row: Row) => number | string | null | undefined;
  /** Right-aligns numbers. */
  number?: boolean;
  /** Whether the first click sorts in descending order. */
  down?: boolean;
  /** Row header for screen readers. */
  head?: boolean;
  class?: string;
}

export interface Order {
  column: string;
  down: boolean;
}

/** Parses an order from the URL: `cost` is ascending, `-cost` descending. */
export function orderOf(text: string | undefined, otherwise: Order): Order {
  if (!text) return otherwise;
  return text.startsWith("-") ? { column: text.slice(1), down: true } : { column: text, down: false };
}

/** Formats an order for the URL; empty for the default order. */
export function orderText(order: Order, otherwise: Order): string {
  const usual = order.column === otherwise.column && order.down === otherwise.down;
  return usual ? "" : `${order.down ? "-" : ""}${order.column}`;
}

interface Props<Row> {
  /** For screen readers. */
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  keyOf: (row: Row) => string;
  order?: Order;
  onOrder?: (order: Order) => void;
  /** Rows shown initially; a button shows more. */
  limit?: number;
  class?: string;
}

/** A table that can be sorted by its headers. Without `onOrder` it keeps the order itself. */
export function Table<Row>({ caption, columns, rows, keyOf, order, onOrder, limit = 200, class: className = "" }: Props<Row>) {
  const [own, setOwn] = useState<Order | undefined>(order);
  const [shown, setShown] = useState(limit);
  const now = onOrder ? order : own;
  const sorted = useMemo(() => sort(rows, columns, now), [rows, columns, now?.column, now?.down]);
  const press = (column: Column<Row>) => {
    const down = now?.column === column.name ? !now.down : (column.down ?? column.number ?? false);
    (onOrder ?? setOwn)({ column: column.name, down });
  };
  return (
    <>
      <div class="table-box" tabIndex={0} role="region" aria-label={caption}>
        <table class={className}>
          <caption class="unseen">{caption}</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column.name} scope="col" class={classOf(column)}
                  aria-sort={now?.column === column.name ? (now.down ? "descending" : "ascending") : undefined}>
                  {column.by
                    ? <button type="button" class="sort" onClick={() => press(column)}>{column.title}</button>
                    : column.title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sorted.slice(0, shown).map((row, place) => (
              <tr key={keyOf(row)}>
                {columns.map((column) => column.head
                  ? <th key={column.name} scope="row" class={classOf(column)}>{column.cell(row, place)}</th>
                  : <td key={column.name} class={classOf(column)}>{column.cell(row, place)}</td>)}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {sorted.length > shown && (
        <button type="button" class="more" onClick={() => setShown(shown + limit)}>
          Show {Math.min(limit, sorted.length - shown)} more of {sorted.length}
        </button>
      )}
    </>
  );
}

function classOf<Row>(column: Column<Row>): string | undefined {
  return [column.number ? "number" : "", column.class ?? ""].filter(Boolean).join(" ") || undefined;
}

/** Much faster than String.localeCompare for each pair. */
const ALPHABET = new Intl.Collator();

export function sort<Row>(rows: Row[], columns: Column<Row>[], order: Order | undefined): Row[] {
  const by = columns.find((column) => column.name === order?.column)?.by;
  if (!by || !order) return rows;
  const sign = order.down ? -1 : 1;
  const keyed = rows.map((row) => ({ row, key: by(row) ?? null }));
  keyed.sort(({ key: a }, { key: b }) => {
    // Unknown values come last in either direction.
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return sign * (typeof a === "number" && typeof b === "number" ? a - b : ALPHABET.compare(String(a), String(b)));
  });
  return keyed.map(({ row }) => row);
}
