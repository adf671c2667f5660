import { createHash } from "node:crypto";
import type { z } from "zod";
import { refuseErased } from "@/lib/accounts/erased/erased";
import { newId, type ProjectId } from "@/lib/base/ids";
import { minorUnitRatio, toMillionths } from "@/lib/base/money";
import { type AdRevenueRow, type AdRevenueStorage, storeAdRevenue } from "@/lib/facts/ad-revenue/queries";
import type { serverAdRevenueBody } from "@/lib/facts/ad-revenue/schema";
import { platformOfData } from "@/lib/facts/app-calls/device";
import { countedMoment } from "@/lib/facts/installs/event-time";
import { countedAdNames } from "@/lib/ledger/ad-ids/counted";
import { trackLedgerGrowth } from "@/lib/ledger/growth";
import { Batcher } from "@/lib/platform/batch";

type NewRow = Omit<AdRevenueRow, "place" | "again">;

const batch = new Batcher<NewRow, AdRevenueStorage>({
  name: "ad-revenue",
  run: trackLedgerGrowth((rows: NewRow[]) => storeAdRevenue(rows.map(inBatch()))),
  extraRows: 16,
});

/** Where ad revenue comes from: the app's own call, the customer's server, or the callback of a mediation. */
export type AdRevenueSource = "app" | "server" | "callback";

/** True if the project adds up the impressions of a user and an hour. */
const isHourly = (settings: Record<string, unknown>): boolean => settings.ad_revenue_hourly === true;

/**
 * Stores the revenue of an ad impression, or of several, and counts it. It belongs to a registered install or an
 * identified user. An amount in another currency counts once there is an exchange rate, like a payment.
 */
export async function captureAdRevenue(
  project: { id: ProjectId; currency: string; settings: Record<string, unknown> },
  body: z.output<typeof serverAdRevenueBody> & { token?: unknown },
  { source, userAgent, now }: { source: AdRevenueSource; userAgent: string | null; now: Date },
): Promise<AdRevenueStorage> {
  const from = { instance: body.install_instance_id ?? null, user: body.user_id ?? null };
  await refuseErased(project.id, { user: body.user_id, instance: body.install_instance_id });
  const when = await countedMoment(project.id, body, from, now);
  const currency = body.currency ?? project.currency;
  const isForeign = currency !== project.currency;
  const amount = toMillionths(body.amount, currency);
  const names = await countedAdNames(
    project.id,
    {
      network: body.network || null,
      placement: body.placement || null,
      ad_unit: body.ad_unit || null,
      ad_format: body.ad_format || null,
    },
    now,
  );
  const id = newId(when.at);
  return batch.add({
    project_id: project.id,
    id,
    key: body.impression_id === undefined ? id : keyOf(project.id, body.impression_id),
    hourly: isHourly(project.settings),
    ...when,
    impressions: body.impressions,
    amount: isForeign ? 0 : amount,
    currency,
    original: isForeign ? amount : null,
    scale: isForeign ? minorUnitRatio(currency, project.currency) : null,
    ...names,
    precision: body.precision || null,
    source,
    instance: from.instance,
    user_id: from.user,
    platform: platformOfData(body.platform, {}, userAgent),
  });
}

/** Only recognizes repeats: nobody can find a person's impressions by it, so nothing of an erased person is left. */
const keyOf = (projectId: ProjectId, impression: string) =>
  createHash("sha256").update(`${projectId} ${impression}`).digest("base64url");

/** Finds rows with the key of an earlier row of the batch. */
function inBatch() {
  const seen = new Set<string>();
  return (row: NewRow, place: number): AdRevenueRow => {
    const key = `${row.project_id} ${row.key}`;
    const again = seen.has(key);
    seen.add(key);
    return { ...row, place, again };
  };
}
