import { numberText } from "@/components/format";
import type { Losses } from "@/lib/projects/deletion/schema";

const nouns = [
  ["campaigns", "campaign", "campaigns"],
  ["clicks", "click", "clicks"],
  ["installs", "install", "installs"],
  ["sign_ups", "sign-up", "sign-ups"],
  ["events", "event", "events"],
  ["payments", "payment", "payments"],
  ["server_keys", "server key", "server keys"],
] as const;

const list = new Intl.ListFormat("en", { type: "conjunction" });

/** "3 campaigns, 1,204 clicks, and all settings"; zero counts are left out. */
export function lossText(losses: Losses): string {
  const parts = nouns
    .filter(([name]) => losses[name] > 0)
    .map(([name, one, many]) => `${numberText(losses[name])} ${losses[name] === 1 ? one : many}`);
  return parts.length === 0 ? "the project and its settings" : list.format([...parts, "all settings"]);
}
