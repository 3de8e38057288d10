import { Heading } from "../parts/Heading";
import type { View } from ".";

export function Leaderboard({ site }: View) {
  return <Heading title="Leaderboard" lead={site.title} />;
}
