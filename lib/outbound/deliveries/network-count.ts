import type { Project } from "@/lib/accounts/access/project";
import { addDays } from "@/lib/base/days";
import { dayIn } from "@/lib/base/time";
import { comparedCounts } from "@/lib/outbound/deliveries/count-rules";
import type { NetworkCount } from "@/lib/outbound/deliveries/network-count-schema";
import { findFirstSent, findSentByName } from "@/lib/outbound/deliveries/report-queries";
import type { DestinationKind } from "@/lib/outbound/mapping/kind";
import { findNetworkTotals } from "@/lib/spend/claims/queries";
import { findPulls } from "@/lib/spend/pull/queries";
import { spendSources } from "@/lib/spend/pull/sources";

const lastDays = 30;

/** Null if the network has no reports to pull and its counts were not uploaded. */
export async function compareCounts(
  project: Project,
  { id, kind, settings }: { id: number; kind: DestinationKind; settings: unknown },
  /** The first completely counted day, if earlier days were cut off. */
  earliest: string | null,
  now: Date,
): Promise<NetworkCount | null> {
  const { network } = kind;
  if (network === null) return null;
  const to = dayIn(project.timeZone, now);
  const defaultFrom = addDays(to, 1 - lastDays);
  const since = earliest !== null && earliest > defaultFrom ? earliest : defaultFrom;
  // Counts from before the first sent event have no counterpart here.
  const first = await findFirstSent(project.id, id);
  const begun = first && dayIn(project.timeZone, first);
  const from = begun !== null && begun > since ? begun : since;
  const totals = await findNetworkTotals(project.id, { network, from, to });
  const nothing = { network, since: from, days: 0, rows: [] };
  if (totals.days.length === 0) {
    if (!spendSources[network]) return null;
    const accounts = await findPulls(project.id, [network]);
    const isConnected = accounts.some(({ has_credentials }) => has_credentials);
    return { ...nothing, state: isConnected ? "silent" : "no_account" };
  }
  const sent = await findSentByName(project.id, id, project.timeZone, totals.days);
  return {
    network,
    state: "reported",
    since: from,
    days: totals.days.length,
    rows: comparedCounts(
      sent,
      totals,
      kind.afterwards !== undefined,
      kind.conversionOf ? (sends) => kind.conversionOf?.(sends, settings) ?? sends : null,
    ),
  };
}
