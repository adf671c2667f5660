import { numberText } from "@/components/format";
import { currentLanguage, t } from "@/lib/base/languages/texts";
import type { Losses } from "@/lib/projects/deletion/schema";

const nouns = [
  ["campaigns", "campaign", "campaigns"],
  ["clicks", "click", "clicks"],
  ["installs", "install", "installs"],
  ["sign_ups", "sign-up", "sign-ups"],
  ["events", "event", "events"],
  ["payments", "payment", "payments"],
  ["server_keys", t("server key"), t("server keys")],
] as const;

/** "3 campaigns, 1,204 clicks, and all settings"; zero counts are left out. */
export function lossText(losses: Losses): string {
  const parts = nouns
    .filter(([name]) => losses[name] > 0)
    .map(([name, one, many]) => `${numberText(losses[name])} ${losses[name] === 1 ? one : many}`);
  const list = new Intl.ListFormat(currentLanguage(), { type: "conjunction" });
  return parts.length === 0 ? t("the project and its settings") : list.format([...parts, t("all settings")]);
}
