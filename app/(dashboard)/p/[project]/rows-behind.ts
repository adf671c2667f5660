/** Where the rows are that a figure counts. */
import type { MetricName } from "@/lib/reporting/metrics";

export type Counted = { metric: MetricName } | { event: string } | { payment: string };

/** A part of a campaign. */
export type Part = { ad_set?: string; creative?: string; keyword?: string };

type Place = {
  project: string | number;
  /** An id, or the organic; all of them without one. */
  campaign?: string | number | undefined;
  from?: string | null | undefined;
  to?: string | null | undefined;
  platform?: string | undefined;
  part?: Part | undefined;
};

const lists: Partial<Record<MetricName, readonly [list: string, query: Record<string, string>]>> = {
  clicks: ["clicks", { counted: "yes", kind: "click" }],
  installs: ["installs", { kind: "INSTALL" }],
  reinstalls: ["installs", { kind: "REINSTALL" }],
  suspicious_installs: ["installs", { kind: "INSTALL", suspicious: "yes" }],
  revenue: ["payments", { status: "PAYMENT_COMPLETED" }],
  revenue_event_count: ["payments", { status: "PAYMENT_COMPLETED" }],
  spend: ["spend", {}],
};

function listOf(counted: Counted): readonly [string, Record<string, string>] | undefined {
  if ("event" in counted) return ["events", { name: counted.event }];
  if ("payment" in counted) return ["payments", { type: counted.payment, status: "PAYMENT_COMPLETED" }];
  return lists[counted.metric];
}

/** Undefined for figures that are made of others, and for what is kept in no list. */
export function rowsBehind(counted: Counted, place: Place): string | undefined {
  const { project, campaign, from, to, platform, part } = place;
  const [list, chosen] = listOf(counted) ?? [];
  if (list === undefined || (campaign === "organic" && (list === "spend" || list === "clicks")))
    return undefined;
  // What users did cannot be asked for by platform or by a part of a campaign.
  if ((platform || part) && list !== "installs" && list !== "clicks") return undefined;
  const query = new URLSearchParams(chosen);
  if (campaign !== undefined) query.set("campaign", String(campaign));
  for (const [name, id] of Object.entries(part ?? {})) query.set(name, id);
  if (platform) query.set("platform", platform.toUpperCase());
  if (from) query.set("from", from);
  if (to) query.set("to", to);
  return `/p/${project}/${list}?${query}`;
}
