import { readable, words } from "../../format";

/** A value of any form, as names and values under each other. */
export function Tree({ value }: { value: unknown }) {
  if (value === null || value === undefined || value === "") return <span class="quiet">none</span>;
  if (typeof value !== "object") return <bdi>{readable(String(value))}</bdi>;
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  if (entries.length === 0) return <span class="quiet">none</span>;
  if (Array.isArray(value) && value.every((each) => typeof each !== "object")) return <bdi>{readable(value.join(", "))}</bdi>;
  return (
    <dl class="tree">
      {entries.map(([name, each]) => (
        <div key={name} class={isNested(each) ? "nested" : undefined}>
          <dt>{words(name)}</dt><dd><Tree value={each} /></dd>
        </div>
      ))}
    </dl>
  );
}

const isNested = (value: unknown): boolean => typeof value === "object" && value !== null && Object.keys(value).length > 0
  && !(Array.isArray(value) && value.every((each) => typeof each !== "object"));
