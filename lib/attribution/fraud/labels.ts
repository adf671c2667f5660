/** Formats findings as text. Pure, and for the browser too. */
import type { FraudFinding } from "@/lib/attribution/fraud/findings";
import { type FraudLevel, fraudRules, isRuleName } from "@/lib/attribution/fraud/rules";
import { t } from "@/lib/base/languages/texts";
import { networkLabel } from "@/lib/campaigns/networks";

export const fraudLevelNames: Record<FraudLevel, string> = {
  off: t("Off"),
  tag: t("Tag"),
  hold: t("Tag and withhold postbacks"),
  reject: t("Do not attribute"),
};

export const ruleName = (rule: string) => (isRuleName(rule) ? fraudRules[rule].label : rule);

const sayings: Record<string, (value: string | number) => string> = {
  seconds_after_download_began: (n) => t("clicked {n} s after the download began", { n }),
  click_to_open_seconds: (n) => t("{n} s from click to first open", { n }),
  click_to_download_seconds: (n) => t("{n} s from click to download", { n }),
  installs_in_seven_days: (n) => t("of {n} installs from the campaign in seven days", { n }),
  percent_after_a_day: (n) => t("{n} % came more than a day after the click", { n }),
  percent_within_the_hour: (n) => t("{n} % within the hour", { n }),
  hours_since_click: (n) => t("this one after {n} h", { n }),
  clicks_in_ten_minutes: (n) => t("{n} clicks of one browser within ten minutes", { n }),
  clicks_in_seven_days: (n) => t("of {n} clicks on the campaign in seven days", { n }),
  installs_of_them: (n) => t("{n} became installs", { n }),
  click_list: (list) => t("click from an IP on the list “{list}”", { list }),
  install_list: (list) => t("install from an IP on the list “{list}”", { list }),
  click_country: (country) => t("clicked in {country}", { country }),
  install_country: (country) => t("installed in {country}", { country }),
  click_system: (system) => t("clicked on {system}", { system }),
  install_system: (system) => t("installed on {system}", { system }),
  decided_another_device: () => t("the click had already led to an install on another device"),
  other_advertising_id: () => t("the click carries a different advertising ID"),
  click_device: (device) => t("clicked on {device}", { device }),
  install_device: (device) => t("installed on {device}", { device }),
  installs_in_an_hour: (n) => t("{n} new installs from the same IP within an hour", { n }),
};

const kindTexts: Record<string, string> = {
  publisher: "publisher",
  network: "network",
  server_clicks: t("the server of"),
  address: "IP range",
  country: "country",
  app_version: t("app version"),
  os: "system",
};

const actionTexts: Record<string, string> = {
  tag: t("flagged"),
  hold: t("put on hold"),
  reject: t("blocked"),
};

const calendarDay = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

/** Such as “The click came from publisher 4711, which Ana blocked on 3 November 2026: fast clicks”. */
function blockText(level: string, evidence: FraudFinding["evidence"]): string {
  const { kind, value, network, since, by, reason, of, installs, limit, hours } = evidence;
  const what = `${kindTexts[String(kind)] ?? kind} ${kind === "network" || kind === "server_clicks" ? networkLabel(String(value)) : value}`;
  const scope =
    network === undefined ? "" : ` ${t("of {network}", { network: networkLabel(String(network)) })}`;
  const day = calendarDay.format(new Date(`${since}T00:00:00Z`));
  if (limit !== undefined)
    return t(
      "{what}{what2}{scope} had {installs} installs within {hours} h, above the limit of {limit} that {by} set on {day}: {reason}",
      { what: what[0]!.toUpperCase(), what2: what.slice(1), scope, installs, hours, limit, by, day, reason },
    );
  const noun = of === "install" ? t("The install has") : t("The click came from");
  return t("{noun} {what}{scope}, which {by} {actionText} on {day}: {reason}", {
    noun,
    what,
    scope: of === "install" ? "" : scope,
    by,
    actionText: actionTexts[level] ?? t("listed"),
    day,
    reason,
  });
}

export const presentFinding = ({ rule, level, click_id, evidence }: FraudFinding) => ({
  rule,
  level,
  click_id,
  label: ruleName(rule),
  text:
    rule === "block_list"
      ? blockText(level, evidence)
      : Object.entries(evidence)
          .map(([name, value]) => sayings[name]?.(value) ?? `${name}: ${value}`)
          .join(", "),
});
