/** What differs between two sets of rules, in words. Pure. */
import { fraudRules, isRuleName } from "@/lib/attribution/fraud/rules";
import { networkNamed } from "@/lib/networks";

type Settings = Record<string, unknown>;

const labels: Record<string, string> = {
  click_days: "Click window",
  network_click_days: "Click window",
  campaign_click_days: "Click window",
  probabilistic: "Likely matches",
  probabilistic_hours: "Window of likely matches",
  view_through: "Views count",
  view_through_hours: "View window",
  inactivity_days: "Days away before a return counts",
  reinstall_days: "Days in which a device's next install is a reinstall",
};

const levelWords: Record<string, string> = {
  off: "off",
  tag: "tag",
  hold: "tag and hold postbacks",
  reject: "do not attribute",
};

const words = (value: unknown): string => {
  if (value === undefined) return "usual";
  if (typeof value === "boolean") return value ? "on" : "off";
  return levelWords[String(value)] ?? String(value);
};

/** Every value by its path, in a fixed order. */
function flat(settings: Settings, path: string[] = []): Map<string, { path: string[]; value: unknown }> {
  const found = new Map<string, { path: string[]; value: unknown }>();
  for (const key of Object.keys(settings).sort()) {
    const value = settings[key];
    const here = [...path, key];
    if (typeof value === "object" && value !== null)
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
    return [`${nameOf((is.get(key) ?? was.get(key)!).path)}: ${words(from)} → ${words(to)}`];
  });
}

function nameOf(path: string[]): string {
  const [first = "", second, third] = path;
  if (first === "fraud" && second && isRuleName(second)) {
    const rule = fraudRules[second];
    const thresholds: Record<string, { label: string }> = rule.thresholds;
    return third === "level" || third === undefined
      ? rule.label
      : `${rule.label}, ${(thresholds[third]?.label ?? third).toLowerCase()}`;
  }
  const label = labels[first] ?? first;
  if (second === undefined) return label;
  return first === "campaign_click_days"
    ? `${label} of campaign ${second}`
    : `${label} of ${networkNamed(second)?.label ?? second}`;
}
