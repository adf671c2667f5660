import { type NamedPreset, presetNames } from "@/app/(dashboard)/shell/dates/window";
import { type ReportAddress, reportCodecs } from "@/app/(dashboard)/shell/figures/table-address";
import { listText } from "@/components/format";
import { addDays } from "@/lib/base/days";
import { inSentence, t } from "@/lib/base/languages/texts";
import { type Dimension, dimensionNames, dimensions } from "@/lib/reporting/groups/dimensions";
import { type MetricName, metricNames, metrics } from "@/lib/reporting/metrics/metrics";
import { defaultColumns } from "@/lib/reporting/table/columns";

/** A typed request such as "installs by network last 7 days", as a report. */
export type FigureRequest = { label: string; address: Partial<ReportAddress> };

type Name = { text: string; value: string };

const plurals: Partial<Record<Dimension, string>> = { country: "countries" };
/** Texts are compared in this form, names as well as requests. */
const plain = (text: string) => text.toLowerCase().replaceAll(/[,?.]/g, " ").replaceAll(/\s+/g, " ").trim();
const named = (text: string, value: string): Name => ({ text: plain(text), value });
const byLength = (names: Name[]) => names.sort((a, b) => b.text.length - a.text.length);

const metricWords = byLength([
  ...metricNames.map((name) => named(metrics[name].label, name)),
  named("cpi", "cost_per_install"),
  named("cpc", "cost_per_click"),
  named("cpm", "cost_per_mille"),
  named("signups", "signups"),
  named(t("sign ups"), "signups"),
  named("cost", "spend"),
  named("costs", "spend"),
]);

const dimensionWords = byLength(
  dimensionNames.flatMap((name) => [
    named(dimensions[name].label, name),
    named(plurals[name] ?? `${dimensions[name].label}s`, name),
  ]),
);

const platformWords: Name[] = [named("ios", "ios"), named("iphone", "ios"), named("android", "android")];

const rangeWords = byLength([
  ...(Object.entries(presetNames) as [NamedPreset, string][]).flatMap(([value, label]) =>
    ["custom", "all"].includes(value) ? [] : [named(label, value)],
  ),
  named("last 2 weeks", "14d"),
]);

/** Words without a meaning of their own. */
const fillers = new Set("show me the a in on for of over during from report figures and with".split(" "));

/** Takes the longest name at the start of the text. */
function take(text: string, names: readonly Name[]): { value: string; rest: string } | null {
  const found = names.find(({ text: name }) => text === name || text.startsWith(`${name} `));
  return found ? { value: found.value, rest: text.slice(found.text.length).trim() } : null;
}

/** Any number of days, of which some have a name of their own. */
function takeDays(
  text: string,
  today: string,
): { range: Partial<ReportAddress>; label: string; rest: string } | null {
  const preset = take(text.replace(/^past /, "last "), rangeWords);
  if (preset)
    return {
      range: { range: preset.value as NamedPreset },
      label: presetNames[preset.value as NamedPreset].toLowerCase(),
      rest: preset.rest,
    };
  const counted = /^(?:last|past) (\d{1,3}) days?(?: |$)/.exec(text);
  const count = Number(counted?.[1]);
  if (!counted || count < 1 || count > 731) return null;
  return {
    range: { range: "custom", from: addDays(today, 1 - count), to: today },
    label: count === 1 ? t("today") : t("last {count} days", { count }),
    rest: text.slice(counted[0].length).trim(),
  };
}

/**
 * Reads a request for figures. Null unless every word is understood and it has at least a metric and one more part, so
 * that the names of screens and campaigns are not taken for a request.
 */
export function figureRequest(
  typed: string,
  networks: readonly { value: string; label: string }[],
  today: string,
): FigureRequest | null {
  const networkWords = byLength(networks.map(({ value, label }) => named(label, value)));
  let rest = plain(typed);
  let metric: MetricName | undefined;
  let network: string | undefined;
  let platform: string | undefined;
  let days: { range: Partial<ReportAddress>; label: string } | undefined;
  const by: Dimension[] = [];
  while (rest !== "") {
    const dimension = take(rest.replace(/^(by|per|and) /, ""), dimensionWords);
    const isBy = /^(by|per) /.test(rest) || (by.length > 0 && /^and /.test(rest));
    const range = days ? null : takeDays(rest, today);
    const next =
      (dimension && isBy && by.length < 2 && !by.includes(dimension.value as Dimension)
        ? { ...dimension, set: () => by.push(dimension.value as Dimension) }
        : null) ??
      (range && { rest: range.rest, set: () => (days = range) }) ??
      pick(metric, take(rest, metricWords), (value) => (metric = value as MetricName)) ??
      pick(network, take(rest, networkWords), (value) => (network = value)) ??
      pick(platform, take(rest, platformWords), (value) => (platform = value));
    if (next) {
      next.set();
      rest = next.rest;
      continue;
    }
    const [word = ""] = rest.split(" ");
    if (!fillers.has(word)) return null;
    rest = rest.slice(word.length).trim();
  }
  if (!metric || (by.length === 0 && !days && !network && !platform)) return null;
  const [first = "campaign", second] = by;
  const isTime = "isTime" in dimensions[first];
  const columns: readonly string[] = defaultColumns.user_acquisition;
  const networkName = networks.find(({ value }) => value === network)?.label;
  return {
    label: [
      t("{label} by {by}", {
        label: metrics[metric].label,
        by: by.length > 0 ? listText(by.map((name) => lower(name))) : t("campaign"),
      }),
      networkName,
      platform && (platform === "ios" ? "iOS" : t("Android")),
      days?.label,
    ]
      .filter(Boolean)
      .join(", "),
    address: {
      by: first,
      ...(second ? { second } : {}),
      ...(days?.range ?? {}),
      ...(network ? { network } : {}),
      ...(platform ? { platform: platform as ReportAddress["platform"] } : {}),
      chart: metric,
      sort: isTime ? "name" : `-${metric}`,
      ...(columns.includes(metric) ? {} : { columns: [metric, ...columns] }),
    },
  };
}

const lower = (name: Dimension) => inSentence(dimensions[name].label);

const pick = (
  known: string | undefined,
  found: { value: string; rest: string } | null,
  set: (value: string) => void,
) => (known === undefined && found ? { rest: found.rest, set: () => set(found.value) } : null);

/** The address of the report, with values that are not the default. */
export function requestHref(project: number, { address }: FigureRequest): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(address)) {
    const codec = reportCodecs[name as keyof ReportAddress] as { write: (value: unknown) => string };
    query.set(name, codec.write(value));
  }
  return `/p/${project}/report?${query}`;
}
