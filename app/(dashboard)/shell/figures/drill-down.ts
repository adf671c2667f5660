/** Links each figure to the rows that it counts. */
import type { QueryOf } from "@/app/(dashboard)/shell/api";
import type { FilterOf, ListPath } from "@/app/(dashboard)/shell/list/list-screen";
import { notBrokenDownPublisher } from "@/lib/ledger/ad-ids/publishers";
import { notBrokenDownVersion } from "@/lib/ledger/ad-ids/versions";
import { notBrokenDownCountry, unknownCountry, withoutPlatform } from "@/lib/ledger/country";
import { otherNames } from "@/lib/ledger/measures";
import type { PaymentType } from "@/lib/ledger/payment-types";
import type { MetricName } from "@/lib/reporting/metrics/metrics";

/** `returned`: as in the retargeting view, which counts by the campaign that brought the user back. */
export type DrillDownFigure =
  | { metric: MetricName; returned?: boolean }
  | { event: string }
  | { payment: string; returned?: boolean };

/** A part of a campaign. */
export type AdParts = { ad_set?: string; creative?: string; keyword?: string };

export type DrillDownDimensions = {
  project: string | number;
  /** An ID, `organic` or `inorganic`; undefined for all. */
  campaign?: string | number | undefined;
  from?: string | null | undefined;
  to?: string | null | undefined;
  platform?: string | undefined;
  /** A country code, or the code of an unknown country. */
  country?: string | undefined;
  /** An app version, or the one of unknown versions. Only installs have a version. */
  version?: string | undefined;
  /** A publisher, or the one of rows without. Spend has none. */
  publisher?: string | undefined;
  part?: AdParts | undefined;
};

/** A list path with filters that it accepts. */
type Rows = readonly [list: string, query: Record<string, string>];
const rows = <P extends ListPath>(
  path: P,
  query: { [Name in FilterOf<P>]?: QueryOf<P>[Name & keyof QueryOf<P>] },
) => [path.replace("/projects/:project/", ""), query] as unknown as Rows;

/** Excludes tests and removed rows. */
const counted = { counted: "yes" } as const;
const installs = "/projects/:project/installs";
const payments = "/projects/:project/payments";

const lists: Partial<Record<MetricName, Rows>> = {
  clicks: rows("/projects/:project/clicks", { ...counted, kind: "click" }),
  installs: rows(installs, { ...counted, kind: "INSTALL" }),
  reinstalls: rows(installs, { ...counted, kind: "REINSTALL" }),
  suspicious_installs: rows(installs, { ...counted, kind: "INSTALL", suspicious: "yes" }),
  click_through_attribution: rows(installs, { ...counted, kind: "INSTALL", touch: "CLICK" }),
  view_through_attribution: rows(installs, { ...counted, kind: "INSTALL", touch: "VIEW" }),
  uninstalls: rows(installs, counted),
  signups: rows("/projects/:project/sign-ups", counted),
  revenue: rows(payments, counted),
  revenue_event_count: rows(payments, { ...counted, revenue: "adds" }),
  ad_revenue: rows("/projects/:project/ad-revenue", counted),
  spend: rows("/projects/:project/spend", {}),
};

function listOf(figure: DrillDownFigure): Rows | undefined {
  if ("event" in figure) {
    // The rows have their own names.
    if (figure.event === otherNames) return undefined;
    return rows("/projects/:project/events", { ...counted, name: figure.event });
  }
  // Payment types come from the ledger, whose column is text.
  if ("payment" in figure) return rows(payments, { ...counted, type: figure.payment as PaymentType });
  return lists[figure.metric];
}

/** Undefined for calculated metrics, and for metrics without a list. */
export function drillDown(figure: DrillDownFigure, dimensions: DrillDownDimensions): string | undefined {
  const { project, campaign, from, to, platform, country, version, publisher, part } = dimensions;
  const [list, chosen] = listOf(figure) ?? [];
  // The lists of clicks and spend have no filter by purpose, which the retargeting view applies.
  const isOfOne = /^\d+$/.test(String(campaign));
  if ((list === "clicks" || list === "spend") && "returned" in figure && figure.returned && !isOfOne)
    return undefined;
  if (list === undefined || (campaign === "organic" && (list === "spend" || list === "clicks")))
    return undefined;
  if (version !== undefined && (list !== "installs" || version === notBrokenDownVersion)) return undefined;
  if (publisher !== undefined && (list === "spend" || publisher === notBrokenDownPublisher)) return undefined;
  const isBrokenDown = country !== notBrokenDownCountry;
  if (list === "spend" ? country === unknownCountry : !isBrokenDown || platform === withoutPlatform)
    return undefined;
  const query = new URLSearchParams(chosen);
  if (list === "ad-revenue" && "returned" in figure && figure.returned) return undefined;
  if (list === "payments" && "returned" in figure && figure.returned) query.set("returned", "yes");
  // All spend belongs to campaigns.
  const isAny = campaign === undefined || (campaign === "inorganic" && list === "spend");
  if (!isAny) query.set("campaign", String(campaign));
  for (const [name, id] of Object.entries(part ?? {})) query.set(name, id);
  if (platform) query.set("platform", platform.toUpperCase());
  if (country) query.set("country", isBrokenDown ? country : unknownCountry);
  if (version !== undefined) query.set("app_version", version);
  if (publisher !== undefined) query.set("publisher", publisher);
  // By the day of the uninstall, not of the install.
  if ("metric" in figure && figure.metric === "uninstalls")
    query.set("uninstalled", from || to ? `${from ?? ""}..${to ?? ""}` : "yes");
  else {
    if (from) query.set("from", from);
    if (to) query.set("to", to);
  }
  return `/p/${project}/${list}?${query}`;
}
