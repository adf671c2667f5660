import type { z } from "zod";
import { currencyDigits } from "@/lib/base/money";
import { ratioText } from "@/lib/base/ratio";
import { networkFlags } from "@/lib/campaigns/networks";
import type { WorkSteps } from "@/lib/platform/steps";
import { apiFigureId, cohortFigureId, cohortValues } from "@/lib/reporting/metrics/cohort-columns";
import { cohortMetrics } from "@/lib/reporting/metrics/cohort-metrics";
import {
  type ApiFigures,
  documentedValue,
  type Metric,
  type MetricLevel,
  type MetricUnit,
  metricsAnswered,
} from "@/lib/reporting/metrics/metrics";
import { noSums, retentionOnDay, revenueWithin, type Sum, sumsOfAds } from "@/lib/reporting/metrics/sums";
import type { ReportQuery, reportRow } from "@/lib/reporting/report/schema";
import type { ReportCampaignRow } from "@/lib/reporting/tree/queries";
import { type AdSetNode, type CampaignNode, noAdSet, type TreeNode } from "@/lib/reporting/tree/rules";

/** The only place that converts numbers into the documented texts. */
export class DocumentedTexts {
  private readonly scale: number;
  private readonly money: Intl.NumberFormat;
  private readonly plain: Intl.NumberFormat;
  private readonly whole = new Intl.NumberFormat("en-US");
  private readonly query: ReportQuery;
  private written = 0;

  constructor(currency: string, query: ReportQuery) {
    const digits = currencyDigits(currency);
    this.scale = 10 ** digits;
    this.money = new Intl.NumberFormat("en-US", { style: "currency", currency });
    this.plain = new Intl.NumberFormat("en-US", {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
    this.query = query;
  }

  private get isReturn(): boolean {
    return this.query.view === "retargeting";
  }

  private figure(metric: Metric, node: TreeNode): string | undefined {
    const value = documentedValue(metric, node.sums);
    return value === null ? undefined : this.text(metric.unit, value);
  }

  /** The requested figures of cohorts, which returning users do not have. */
  private ofCohorts({ sums }: TreeNode) {
    const { cohort_figures: figures } = this.query;
    if (this.isReturn || figures.length === 0) return {};
    this.written += figures.length;
    const values = cohortValues(sums, figures);
    const texts = Object.create(null) as Record<string, string | null>;
    for (const figure of figures) {
      const value = values[cohortFigureId(figure)] ?? null;
      texts[apiFigureId(figure)] =
        value === null ? null : this.text(cohortMetrics[figure.metric].unit, value);
    }
    return { cohort_figures: texts };
  }

  private text(unit: MetricUnit, value: number): string {
    if (unit === "count") return this.whole.format(value);
    if (unit === "money") return this.money.format(noMinusZero(value / this.scale));
    if (unit === "ratio") return ratioText(value);
    return value === 0 ? "0%" : `${ratioText(value)}%`;
  }

  private figures(level: MetricLevel, node: TreeNode) {
    this.written += 20 + node.sums.events.size * 2 + node.sums.payments.size * 2;
    const answered: Partial<ApiFigures> = {};
    for (const [field, metric] of metricsAnswered(level, [this.query.view])) {
      const figure = this.figure(metric, node) ?? (metric.answered.ifKnown ? undefined : "0");
      if (figure !== undefined) answered[field] = figure;
    }
    const { events, payments } = node.sums;
    return {
      ...answered,
      ...(this.isReturn
        ? {}
        : { custom_events: this.events(events, this.query.events, node.uniqueEvents, "amount") }),
      ...this.ofCohorts(node),
      payment_events: this.events(payments, this.query.payment_events, node.uniquePayments, "total"),
      ...this.costs(node),
      retention: {
        d1: retentionOnDay(node.sums, "opened_since", 1),
        d7: retentionOnDay(node.sums, "opened_since", 7),
      },
    };
  }

  private events(
    sums: Map<string, Sum>,
    only: string[] | null,
    unique: Map<string, number>,
    amountName: "amount" | "total",
  ) {
    const out = Object.create(null);
    for (const [name, sum] of [...sums].sort(([a], [b]) => (a < b ? -1 : 1))) {
      if ((only && !only.includes(name)) || (sum.count === 0 && sum.amount === 0)) continue;
      const counted = this.query.unique_user_events?.includes(name)
        ? { unique_count: this.whole.format(unique.get(name) ?? 0) }
        : { count: this.whole.format(sum.count) };
      out[name] = { ...counted, [amountName]: this.plain.format(noMinusZero(sum.amount / this.scale)) };
    }
    return out;
  }

  /** Spend per event, for the requested names, without a currency symbol. */
  private costs({ sums }: TreeNode) {
    const { cost_per_event: names } = this.query;
    if (!names) return {};
    const ofAds = sumsOfAds(sums) ?? noSums();
    const spend = ofAds.measures.get("spend")?.amount ?? 0;
    const of = (events: Map<string, Sum>) => {
      const out = Object.create(null);
      for (const name of names) {
        const count = events.get(name)?.count ?? 0;
        if (count > 0) out[name] = this.plain.format(spend / this.scale / count);
      }
      return out;
    };
    const ofEvents = this.isReturn ? {} : { cost_per_custom_events: of(ofAds.events) };
    return { ...ofEvents, cost_per_payment_events: of(ofAds.payments) };
  }

  /** Only for new users, because the report of returns does not have these figures. */
  private daywise(node: TreeNode) {
    if (this.isReturn) return {};
    const on = (day: number) => this.money.format(noMinusZero(revenueWithin(node.sums, day) / this.scale));
    return { daywise_revenue: { d0: on(0), d3: on(3), d7: on(7), d30: on(30) } };
  }

  *row(
    campaign: ReportCampaignRow,
    node: CampaignNode,
    more: {
      link: string;
      nameOf: Map<string, string>;
      platforms: string[];
      active: number;
      activity: number;
    },
  ): WorkSteps<z.output<typeof reportRow>> {
    const { network } = campaign;
    const runs = platformsOf(campaign, more.platforms);
    const named = (level: string, adId: string) => more.nameOf.get(`${campaign.id} ${level} ${adId}`) ?? adId;
    const adSets = [];
    for (const [id, adSet] of node.adSets) adSets.push(yield* this.adSet(id, adSet, named, runs));
    return {
      id: campaign.id,
      active: campaign.active,
      created_at: campaign.created_at.toISOString(),
      display_id: campaign.display_id,
      link: more.link,
      name: campaign.name,
      ...(this.isReturn ? { purpose: campaign.purpose } : {}),
      ...this.figures("campaign", node),
      ...networkFlags(network, campaign.web_to_app),
      ...(network ? { ad_network_code: network } : {}),
      ...runs,
      activity_in_last_x_days: more.activity,
      has_date_filter: this.query.from !== null || this.query.to !== null,
      domain: campaign.domain_id === null ? null : { id: campaign.domain_id, name: campaign.host ?? "" },
      custom_store_listing: campaign.listings.map(({ id }) => id).join(",") || null,
      active_users: more.active,
      classic_retention: {
        d1: retentionOnDay(node.sums, "opened_on", 1),
        d7: retentionOnDay(node.sums, "opened_on", 7),
        d14: retentionOnDay(node.sums, "opened_on", 14),
        d30: retentionOnDay(node.sums, "opened_on", 30),
      },
      ...this.daywise(node),
      network_account: accountOf(campaign),
      adSets,
    };
  }

  private *adSet(
    id: string,
    node: AdSetNode,
    named: (level: string, adId: string) => string,
    runs: { ios: boolean; android: boolean },
  ) {
    const adCreatives = [];
    for (const [creativeId, creative] of node.creatives) {
      adCreatives.push({
        id: creativeId,
        name: named("creative", creativeId),
        // Networks do not report the type of an ad with a click or a cost.
        type: "UNKNOWN",
        deeplink: creative.sums.measures.get("deeplink_opens")?.count ?? 0,
        ...this.figures("creative", creative),
      });
      yield* this.rest();
    }
    const keywords = [];
    for (const [keywordId, keyword] of node.keywords) {
      keywords.push({
        id: keywordId,
        name: named("keyword", keywordId),
        ...this.figures("keyword", keyword),
      });
      yield* this.rest();
    }
    const name = id === "" ? noAdSet : named("ad_set", id);
    const own = { id, name, ...this.figures("adSet", node), ...this.daywise(node), ...runs };
    yield* this.rest();
    return { ...own, adCreatives, keywords };
  }

  /** Yields to other work after this many texts. */
  private *rest(): WorkSteps<void> {
    if (this.written < textsPerStep) return;
    this.written = 0;
    yield;
  }
}

/** About a few milliseconds of work. */
const textsPerStep = 3_000;

const noMinusZero = (value: number) => (value === 0 ? 0 : value);

/** The platforms with a destination in the campaign, or else the project's platforms. */
function platformsOf(
  { listings, ios_web_redirect, android_web_redirect }: ReportCampaignRow,
  platforms: string[],
) {
  const own = (platform: string, redirect: string | null) =>
    redirect !== null || listings.some((listing) => listing.platform === platform);
  const ios = own("IOS", ios_web_redirect);
  const android = own("ANDROID", android_web_redirect);
  if (!ios && !android) return { ios: platforms.includes("IOS"), android: platforms.includes("ANDROID") };
  return { ios, android };
}

function accountOf({ network_account: account }: ReportCampaignRow) {
  if (!account) return null;
  return {
    id: account.id,
    name: account.name,
    email: account.email,
    status: account.status,
    capi_configured: account.is_reported,
    ...(account.account_name ? { account_name: account.account_name } : {}),
    ...(account.external_id ? { external_customer_id: account.external_id } : {}),
  };
}
