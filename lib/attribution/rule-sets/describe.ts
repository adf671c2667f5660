/** Describes how two sets of rules differ. Pure. */
import { fraudRules, isRuleName } from "@/lib/attribution/fraud/rules";
import { iosModeNames } from "@/lib/attribution/rule-sets/ios-labels";
import type { IosMode } from "@/lib/attribution/rule-sets/settings";
import { t } from "@/lib/base/languages/texts";
import { networkLabel } from "@/lib/campaigns/networks";

type Settings = Record<string, unknown>;

const labels: Record<string, string> = {
  click_days: t("Click window"),
  network_click_days: t("Click window"),
  campaign_click_days: t("Click window"),
  probabilistic: t("Probabilistic matching"),
  probabilistic_hours: t("Window of probabilistic matching"),
  probabilistic_floor: t("Minimum score of probabilistic matching"),
  probabilistic_ios: t("Probabilistic matching on iOS"),
  probabilistic_parameters: t("Parameters passed by probabilistic matches"),
  view_through: t("Count views"),
  view_through_hours: t("View-through window"),
  network_view_hours: t("View-through window"),
  inactivity_days: t("Inactivity before re-engagement"),
  reengagement_hours: t("Minimum gap between re-engagements"),
  apple_ads: t("Apple Ads"),
  google_claims: t("Google's claims"),
  reinstall_days: t("Reinstall window"),
  reinstall_keeps_campaign: t("Keep campaign on reinstall"),
};

const levelLabels: Record<string, string> = {
  off: "off",
  tag: "tag",
  hold: t("tag and withhold postbacks"),
  reject: t("do not attribute"),
};

const defaults: Record<string, unknown> = {
  click_days: 7,
  probabilistic: true,
  probabilistic_hours: 6,
  probabilistic_floor: 50,
  probabilistic_ios: "own_links",
  probabilistic_parameters: "utm_*",
  view_through: false,
  view_through_hours: 24,
  inactivity_days: 0,
  reengagement_hours: 24,
  apple_ads: true,
  google_claims: false,
  reinstall_days: 90,
  reinstall_keeps_campaign: true,
};

const thresholdOf = ([first, rule, key]: string[]) =>
  first === "fraud" && rule && key && isRuleName(rule)
    ? (fraudRules[rule].thresholds as Record<string, { label: string; unit: string; usual: number }>)[key]
    : undefined;

export function attributionSettingText(path: string[], value: unknown): string {
  const threshold = thresholdOf(path);
  const known = value ?? threshold?.usual ?? (path[2] === "level" ? "tag" : defaults[path.join()]);
  if (known === undefined) return t("as the others");
  if (typeof known === "boolean") return known ? t("on") : t("off");
  if (typeof known === "string")
    return path[0] === "probabilistic_ios"
      ? (iosModeNames[known as IosMode] ?? known).toLowerCase()
      : (levelLabels[known] ?? known);
  if (path[0] === "network_view_hours" && known === 0) return t("off");
  if (path[0] === "probabilistic_floor") return t("{known} of 100", { known: String(known) });
  const unit = threshold?.unit ?? (path[0]?.endsWith("_hours") ? "hours" : "days");
  if (unit === "%") return `${known} %`;
  return `${known} ${known === 1 ? unit.replace(/s$/, "") : unit}`;
}

/** Lists every value by its path, in a fixed order. */
function flat(settings: Settings, path: string[] = []): Map<string, { path: string[]; value: unknown }> {
  const found = new Map<string, { path: string[]; value: unknown }>();
  for (const key of Object.keys(settings).sort()) {
    const value = settings[key];
    const here = [...path, key];
    if (Array.isArray(value)) found.set(key, { path: here, value: value.join(", ") || "none" });
    else if (typeof value === "object" && value !== null)
      for (const [name, entry] of flat(value as Settings, here)) found.set(name, entry);
    else found.set(here.join("\n"), { path: here, value });
  }
  return found;
}

export function describeChanges(before: Settings, after: Settings): string[] {
  const [was, is] = [flat(before), flat(after)];
  return [...new Set([...was.keys(), ...is.keys()])].sort().flatMap((key) => {
    const [from, to] = [was.get(key)?.value, is.get(key)?.value];
    if (from === to) return [];
    const { path } = (is.get(key) ?? was.get(key))!;
    return attributionSettingText(path, from) === attributionSettingText(path, to)
      ? []
      : [`${settingName(path)}: ${attributionSettingText(path, from)} → ${attributionSettingText(path, to)}`];
  });
}

export function settingName(path: string[]): string {
  const [first = "", second, third] = path;
  if (first === "fraud" && second && isRuleName(second)) {
    const rule = fraudRules[second];
    return third === "level" || third === undefined
      ? rule.label
      : `${rule.label}, ${(thresholdOf(path)?.label ?? third).toLowerCase()}`;
  }
  const label = labels[first] ?? first;
  if (second === undefined) return label;
  return first === "campaign_click_days"
    ? t("{label} of campaign {second}", { label, second })
    : t("{label} of {second}", { label, second: networkLabel(second) });
}
