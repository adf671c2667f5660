/** Formats findings as text. Pure, and for the browser too. */
import type { FraudFinding } from "@/lib/attribution/fraud/findings";
import { type FraudLevel, fraudRules, isRuleName } from "@/lib/attribution/fraud/rules";
import { networkLabel } from "@/lib/campaigns/networks";

export const fraudLevelNames: Record<FraudLevel, string> = {
  off: "Off",
  tag: "Tag",
  hold: "Tag and withhold postbacks",
  reject: "Do not attribute",
};

export const ruleName = (rule: string) => (isRuleName(rule) ? fraudRules[rule].label : rule);

const sayings: Record<string, (value: string | number) => string> = {
  seconds_after_download_began: (n) => `clicked ${n} s after the download began`,
  click_to_open_seconds: (n) => `${n} s from click to first open`,
  click_to_download_seconds: (n) => `${n} s from click to download`,
  installs_in_seven_days: (n) => `of ${n} installs from the campaign in seven days`,
  percent_after_a_day: (n) => `${n} % came more than a day after the click`,
  percent_within_the_hour: (n) => `${n} % within the hour`,
  hours_since_click: (n) => `this one after ${n} h`,
  clicks_in_ten_minutes: (n) => `${n} clicks of one browser within ten minutes`,
  clicks_in_seven_days: (n) => `of ${n} clicks on the campaign in seven days`,
  installs_of_them: (n) => `${n} became installs`,
  click_list: (list) => `click from an IP on the list “${list}”`,
  install_list: (list) => `install from an IP on the list “${list}”`,
  click_country: (country) => `clicked in ${country}`,
  install_country: (country) => `installed in ${country}`,
  click_system: (system) => `clicked on ${system}`,
  install_system: (system) => `installed on ${system}`,
  decided_another_device: () => "the click had already led to an install on another device",
  other_advertising_id: () => "the click carries a different advertising ID",
  click_device: (device) => `clicked on ${device}`,
  install_device: (device) => `installed on ${device}`,
  installs_in_an_hour: (n) => `${n} new installs from the same IP within an hour`,
};

const kindTexts: Record<string, string> = {
  publisher: "publisher",
  network: "network",
  server_clicks: "the server of",
  address: "IP range",
  country: "country",
  app_version: "app version",
  os: "system",
};

const actionTexts: Record<string, string> = { tag: "flagged", hold: "put on hold", reject: "blocked" };

const calendarDay = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

/** Such as “The click came from publisher 4711, which Ana blocked on 3 November 2026: fast clicks”. */
function blockText(level: string, evidence: FraudFinding["evidence"]): string {
  const { kind, value, network, since, by, reason, of, installs, limit, hours } = evidence;
  const what = `${kindTexts[String(kind)] ?? kind} ${kind === "network" || kind === "server_clicks" ? networkLabel(String(value)) : value}`;
  const scope = network === undefined ? "" : ` of ${networkLabel(String(network))}`;
  const day = calendarDay.format(new Date(`${since}T00:00:00Z`));
  if (limit !== undefined)
    return `${what[0]!.toUpperCase()}${what.slice(1)}${scope} had ${installs} installs within ${hours} h, above the limit of ${limit} that ${by} set on ${day}: ${reason}`;
  const noun = of === "install" ? "The install has" : "The click came from";
  return `${noun} ${what}${of === "install" ? "" : scope}, which ${by} ${actionTexts[level] ?? "listed"} on ${day}: ${reason}`;
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
