/** Files as Adjust writes them: one kind of rows with the columns of a definition, times in seconds. Pure. */
import { createHash } from "node:crypto";
import { readDefinition } from "@/lib/data-access/files/layouts/definition";
import type { LayoutColumn, VendorLayout } from "@/lib/data-access/files/layouts/layout";
import {
  amountIn,
  campaignIdOf,
  dollarsOf,
  type LayoutRow,
  macroSource,
  type Source,
  secondsOf,
  sourceName,
} from "@/lib/data-access/files/layouts/rows";

const hour = (seconds: number | null) => (seconds === null ? null : seconds - (seconds % 3_600));

/** With its ID in brackets: `Summer (123)`. */
const named = (name: unknown, id: unknown) =>
  name && id ? `${name} (${id})` : ((name || id || null) as string | null);

const campaignName = (row: LayoutRow) => named(row.fact.decision?.campaign?.name, campaignIdOf(row));
const adGroupName = ({ fact }: LayoutRow) => named(fact.decision?.adSet.name, fact.decision?.adSet.id);
const creativeName = ({ fact }: LayoutRow) => named(fact.decision?.creative.name, fact.decision?.creative.id);

const installedAt = ({ fact }: LayoutRow) => secondsOf(fact.install?.at);
const createdAt = ({ fact }: LayoutRow) => secondsOf(fact.at);
const clickedAt = ({ fact }: LayoutRow) => secondsOf(fact.click?.at);
const isReinstall = ({ fact }: LayoutRow) => fact.install?.kind === "REINSTALL";
const eventName = ({ activity, fact }: LayoutRow) => (activity === "event" ? fact.name : null);
const trackerName = (row: LayoutRow) =>
  [sourceName(row, "Organic"), campaignName(row), adGroupName(row), creativeName(row)]
    .filter(Boolean)
    .join("::");

/** Placeholders that mean something else in files than in postbacks, or only exist here. */
const own: Record<string, Source["of"]> = {
  activity_kind: ({ activity }) => activity,
  event: eventName,
  event_name: eventName,
  tracker: ({ fact }) => fact.decision?.campaign?.displayId ?? "organic",
  tracker_name: trackerName,
  network_name: (row) => sourceName(row, "Organic"),
  campaign_name: campaignName,
  adgroup_name: adGroupName,
  creative_name: creativeName,
  is_organic: ({ isOrganic }) => (isOrganic ? 1 : 0),
  installed_at: installedAt,
  installed_at_hour: (row) => hour(installedAt(row)),
  reinstalled_at: (row) => (isReinstall(row) ? installedAt(row) : null),
  created_at: createdAt,
  created_at_hour: (row) => hour(createdAt(row)),
  reattributed_at: (row) => (row.activity === "reattribution" ? createdAt(row) : null),
  uninstalled_at: (row) => (row.activity === "uninstall" ? createdAt(row) : null),
  click_time: clickedAt,
  click_time_hour: (row) => hour(clickedAt(row)),
  engagement_time: clickedAt,
  conversion_duration: (row) => {
    const [from, to] = [clickedAt(row), installedAt(row)];
    return from === null || to === null || row.activity === "reattribution" ? null : Math.max(0, to - from);
  },
  impression_based: ({ fact }) => (fact.decision ? Number(fact.decision.touch === "VIEW") : null),
  nonce: ({ fact, activity }) => `${activity}:${fact.uid}`,
  revenue: (row) => amountIn(row.fact.money, row),
  revenue_float: (row) => amountIn(row.fact.money, row),
  revenue_usd: (row) => amountIn(dollarsOf(row), row),
  reporting_revenue: (row) => amountIn(row.counted, row),
  reporting_currency: ({ counted }) => counted?.currency,
  currency: ({ fact }) => fact.money?.currency,
  os_version: ({ fact }) => fact.install?.osVersion,
  device_name: ({ fact }) => fact.install?.deviceModel,
  app_version: ({ fact }) => fact.install?.appVersion,
  language: ({ fact }) => fact.install?.language?.slice(0, 2),
};

const sourceOf = (name: string): Source | null => {
  const plain = name.toLowerCase().replaceAll("-", "_");
  return Object.hasOwn(own, plain) ? { of: own[plain]! } : macroSource(plain);
};

/** The first source with a value. */
function firstOf(names: readonly string[]): Source | null {
  const sources = names.flatMap((name) => sourceOf(name) ?? []);
  if (sources.length === 0) return null;
  return {
    ...(sources.some(({ personal }) => personal) ? { personal: true } : {}),
    of: (row) => {
      for (const { of } of sources) {
        const value = of(row);
        if (value !== null && value !== undefined && value !== "") return value;
      }
      return null;
    },
  };
}

function parameterIn({ fact }: LayoutRow, name: string): string | null {
  const value = fact.data[name] ?? fact.click?.params[name];
  if (value === undefined || value === null) return null;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function columnsOf(definition: string): LayoutColumn[] {
  const columns = readDefinition(definition);
  if (typeof columns === "string") throw new Error("the stored definition is not valid");
  return columns.map((column) => {
    const { head } = column;
    if (column.is === "constant") return { head, source: { of: () => head } };
    if (column.is === "placeholder") return { head, source: firstOf(column.names) };
    return { head, source: { personal: true, of: (row) => parameterIn(row, column.name) } };
  });
}

const name = "activity";

export function adjustLayout(definition: string): VendorLayout {
  const hash = createHash("sha256").update(definition).digest("hex").slice(0, 32);
  return {
    tables: [{ name, columns: columnsOf(definition) }],
    tablesOf: () => [name],
    /** The app's token, the hour, a hash of the definition, and a part of its own for each file. */
    partName: ({ slug, run, part, at }) => {
      const time = `${at.toISOString().slice(0, 13)}0000`;
      const file = `${String(run).padStart(10, "0")}${String(part).padStart(3, "0")}`;
      return `${slug}_${time}_${hash}_${file}.csv.gz`;
    },
    markers: () => [],
  };
}
