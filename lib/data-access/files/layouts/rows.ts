/** Rows of former vendors' files, made from facts. Pure. */
import { plainDecimal } from "@/lib/base/money";
import { networkOfCode } from "@/lib/campaigns/networks";
import { valueOfMacro } from "@/lib/outbound/kinds/postbacks/macros";
import { macroOfVendor } from "@/lib/outbound/kinds/postbacks/vendor-macros";
import type { Fact, Money } from "@/lib/outbound/mapping/fact";
import { suggestedRule, unixSeconds } from "@/lib/outbound/mapping/payload";
import { amountOf } from "@/lib/outbound/mapping/rule";

export type Activity = "install" | "reinstall" | "rejected_install" | "reattribution" | "event" | "uninstall";

export type LayoutRow = {
  activity: Activity;
  /** Without a decision and a click if it is organic. */
  fact: Fact;
  isOrganic: boolean;
  /** The amount in the project's currency. */
  counted: Money | null;
  currency: string;
};

type Value = string | number | null | undefined;
/** The value of a column. Personal ones are empty unless the export has personal columns. */
export type Source = { personal?: true; of(row: LayoutRow): Value };

/** IDs of devices and of clicks, and parameters of links. */
const personalMacros =
  /^(gaid|idfa|advertising_id|idfv|click_id|clickid|tid|sub\d+|s\d|aff_id|install_referrer)$/;
const rule = suggestedRule("event", "{name}");

/** Placeholders that mean the same in postbacks have one table. */
export function macroSource(placeholder: string): Source | null {
  const macro = macroOfVendor(placeholder);
  if (macro === null) return null;
  return {
    ...(personalMacros.test(macro) ? { personal: true } : {}),
    of: ({ fact }) => valueOfMacro(macro, { fact, rule, value: null }),
  };
}

/** What a fact is in former vendors' files: nothing for test devices, erased people, and deleted or removed facts. */
export function layoutRowsOf(fact: Fact, counted: number | null, currency: string): LayoutRow[] {
  const { decision, kind } = fact;
  // An install is written with its first decision; all later ones are changes.
  if (fact.isTest || fact.isErased || kind === "reattributed") return [];
  const isOrganic =
    decision === null ||
    decision.reason === "fraud" ||
    (decision.campaign === null && decision.network === null);
  const row = (activity: Activity, organic = isOrganic): LayoutRow => ({
    activity,
    fact: organic ? { ...fact, decision: null, click: null } : fact,
    isOrganic: organic,
    counted: counted === null ? null : { minor: counted, currency },
    currency,
  });
  if (kind === "install" || kind === "organic" || kind === "rejected") {
    if (fact.install === null) return [];
    const first = row(fact.install.kind === "REINSTALL" ? "reinstall" : "install");
    return kind === "rejected" ? [first, row("rejected_install", false)] : [first];
  }
  if (kind === "reengagement") return [row("reattribution")];
  if (kind === "uninstall") return [row("uninstall")];
  const isGone = fact.name === null || (kind === "payment" && fact.payment?.isRemoved === true);
  return isGone ? [] : [row("event")];
}

/** Refunds are negative. */
export const amountIn = (money: Money | null, { fact }: LayoutRow): string | null => {
  if (money === null || money.minor === 0) return money && "0";
  return plainDecimal(amountOf(money) * (fact.kind === "refund" ? -1 : 1));
};

/** Paid in dollars, or counted in dollars. */
export const dollarsOf = (row: LayoutRow): Money | null =>
  [row.fact.money, row.counted].find((money) => money?.currency === "USD") ?? null;

/** The network; without one, the affiliate or the campaign itself. */
export function sourceName({ fact: { decision }, isOrganic }: LayoutRow, organic: string): Value {
  if (isOrganic || decision === null) return organic;
  const network = decision.network && (networkOfCode(decision.network)?.label ?? decision.network);
  return network ?? decision.affiliate ?? decision.campaign?.name;
}

/** The network's ID of the campaign if the link had it, otherwise Cairn's. */
export const campaignIdOf = ({ fact }: LayoutRow): Value =>
  valueOfMacro("network_campaign_id", { fact, rule, value: null }) || fact.decision?.campaign?.id;

export const secondsOf = (at: Date | null | undefined): number | null => (at ? unixSeconds(at) : null);
