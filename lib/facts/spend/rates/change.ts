import type { Project } from "@/lib/accounts/access/project";
import type { Actor } from "@/lib/accounts/audit/actor";
import { Refusal } from "@/lib/base/refusal";
import { pullFailedAgain } from "@/lib/facts/spend/pull/queries";
import type { NewRate } from "@/lib/facts/spend/rates/queries";
import { storeRates } from "@/lib/facts/spend/rates/queries";
import type { RateInput } from "@/lib/facts/spend/rates/schema";
import { alone, scaleOf } from "@/lib/facts/spend/store";

type Owner = Pick<Project, "id" | "accountId" | "currency">;

/** From their day on; of two for the same day the last one counts. Spend of those days is counted anew. */
export async function setRates(project: Owner, rates: RateInput[], by: Actor, now: Date) {
  const own = rates.findIndex(({ currency }) => currency === project.currency);
  if (own >= 0) {
    const text = `The project counts in ${project.currency}: it needs no rate.`;
    throw new Refusal(400, text, { fields: { [`rates.${own}.currency`]: text } });
  }
  const last = new Map(rates.map((rate) => [`${rate.currency} ${rate.day}`, rate]));
  return change(project, [...last.values()], by, now);
}

export async function removeRate(
  project: Owner,
  { currency, day }: { currency: string; day: string },
  by: Actor,
  now: Date,
) {
  return change(project, [{ currency, day, rate: null }], by, now);
}

async function change(project: Owner, rates: Omit<NewRate, "scale">[], by: Actor, now: Date) {
  const scaled = rates.map((rate) => ({ ...rate, scale: scaleOf(rate.currency, project.currency) }));
  const { known, missing, rows, amount_minor } = await alone(() =>
    storeRates(project.accountId, project, scaled, now, by),
  );
  if (missing) {
    const { currency, day, rows: left } = missing;
    throw new Refusal(
      409,
      `${left} rows of spend in ${currency}, the first of ${day}, would have no rate. Delete them or add an earlier rate first.`,
    );
  }
  if (rates.some(({ rate }) => rate === null) && known === 0) throw new Refusal(404, "Not found.");
  await pullFailedAgain(project.id, now);
  return { rows, amount_minor };
}
