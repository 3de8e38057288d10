import type { ComponentChildren } from "preact";

interface Props {
  title: ComponentChildren;
  /** A sentence under the title. */
  lead?: ComponentChildren;
  /** Controls on the right. */
  children?: ComponentChildren;
}

/** The heading of a page. */
export function Heading({ title, lead, children }: Props) {
  return (
    <div class="heading">
      <div>
        <h1>{title}</h1>
        {lead && <p class="lead">{lead}</p>}
      </div>
      {children && <div class="controls">{children}</div>}
    </div>
  );
}

/** A section of a page with a title. */
export function Card({ title, note, wide, children }: {
  title: ComponentChildren; note?: ComponentChildren; wide?: boolean; children: ComponentChildren;
}) {
  return (
    <section class={`card${wide ? " wide" : ""}`}>
      <header class="card-head"><h2>{title}</h2>{note && <small>{note}</small>}</header>
      {children}
    </section>
  );
}

/** A few numbers side by side. */
export function Facts({ facts }: { facts: [string, ComponentChildren][] }) {
  return (
    <dl class="facts">
      {facts.map(([name, value]) => <div key={name}><dt>{name}</dt><dd>{value}</dd></div>)}
    </dl>
  );
}
