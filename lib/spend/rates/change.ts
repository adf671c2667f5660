import type { Project } from "@/lib/accounts/access/project";
import type { Actor } from "@/lib/accounts/audit/actor";
import type { ProjectId } from "@/lib/base/ids";
import { minorUnitRatio } from "@/lib/base/money";
import { Refusal } from "@/lib/base/refusal";
import { type RepriceTables, repriceLate } from "@/lib/facts/payments/rate-queries";
import { whenVisibleToAll } from "@/lib/ledger/horizon";
import { wakeJob } from "@/lib/platform/jobs/wake";
import { pullFailedAgain } from "@/lib/spend/pull/queries";
import type { NewExchangeRate } from "@/lib/spend/rates/queries";
import { storeExchangeRates } from "@/lib/spend/rates/queries";
import type { RateInput } from "@/lib/spend/rates/schema";
import { withSpendLock } from "@/lib/spend/store";

type Owner = Pick<Project, "id" | "accountId" | "currency">;

/**
 * Rates apply from their day on; the last rate of a day counts. Spend and payments of those days are converted again.
 */
export async function setExchangeRates(project: Owner, rates: RateInput[], by: Actor, now: Date) {
  const own = rates.findIndex(({ currency }) => currency === project.currency);
  if (own >= 0) {
    const text = `The project counts in ${project.currency}: it needs no rate.`;
    throw new Refusal("invalid_request", text, { fields: { [`rates.${own}.currency`]: text } });
  }
  const last = new Map(rates.map((rate) => [`${rate.currency} ${rate.day}`, rate]));
  return change(project, [...last.values()], by, now);
}

export async function removeExchangeRate(
  project: Owner,
  { currency, day }: { currency: string; day: string },
  by: Actor,
  now: Date,
) {
  return change(project, [{ currency, day, rate: null }], by, now);
}

async function change(project: Owner, rates: Omit<NewExchangeRate, "scale">[], by: Actor, now: Date) {
  const scaled = rates.map((rate) => ({ ...rate, scale: minorUnitRatio(rate.currency, project.currency) }));
  const { known, missing, rows, amount_minor, payments } = await withSpendLock(() =>
    storeExchangeRates(project.accountId, project, scaled, now, by),
  );
  if (missing) {
    const { what, currency, day, rows: left } = missing;
    const [one, many, way] =
      what === "spend"
        ? ([
            "1 row of spend",
            "rows of spend",
            left === 1 ? "Delete it or add" : "Delete them or add",
          ] as const)
        : what === "payments"
          ? (["1 payment", "payments", "Add"] as const)
          : (["1 row of ad revenue", "rows of ad revenue", "Add"] as const);
    const since =
      left === 1 ? `${one} in ${currency}, of ${day}` : `${left} ${many} in ${currency}, the first of ${day}`;
    const text = `${since}, would have no rate. ${way} an earlier rate first.`;
    throw new Refusal("exchange_rate_in_use", text);
  }
  if (rates.some(({ rate }) => rate === null) && known === 0) throw new Refusal("not_found", "Not found.");
  await Promise.all([pullFailedAgain(project.id, now), followLate(project.id, scaled)]);
  return { rows, amount_minor, payments };
}

const defaultWaitMs = 2_000;

/**
 * A payment in a parallel statement may still use the previous rates. The request waits for these statements, and no
 * longer than necessary.
 */
async function followLate(projectId: ProjectId, changed: RepriceTables[]): Promise<void> {
  const end = performance.now() + defaultWaitMs;
  const follow = async (until: () => boolean) => {
    if (!(await whenVisibleToAll(until))) return false;
    await repriceLate(projectId, changed);
    return true;
  };
  if (await follow(() => performance.now() > end)) return;
  wakeJob({ what: "the rate of late payments", budgetMs: 10 * 60_000, run: follow });
}
