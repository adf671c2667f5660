import type { Project } from "@/lib/accounts/access/project";
import { errorCode } from "@/lib/base/database-failure";
import { Refusal } from "@/lib/base/refusal";
import {
  type ReportedSpend,
  type SpendReporter,
  type SpendTotals,
  storeNames,
  storeSpend,
} from "@/lib/spend/queries";

type Owner = Pick<Project, "id" | "currency">;

export type AdName = {
  campaign_id: number;
  level: "ad_set" | "creative" | "keyword";
  ad_id: string;
  name: string;
};

const noRate = ({ currency, day }: { currency: string; day: string }, own: string) =>
  `There is no exchange rate from ${currency} to ${own} on ${day}. Add one, then try again: spend is never counted without.`;

/** Stores spend with its names. A missing exchange rate rejects all of it. */
export async function storeSpendWithNames(
  project: Owner,
  teller: SpendReporter,
  { names = [], ...reported }: ReportedSpend & { names?: AdName[] },
  now: Date,
): Promise<{ importId: number; removed: number }> {
  const outcome = await withSpendLock(() => storeSpend(project, teller, now, reported));
  const [missing] = outcome.missing ?? [];
  if (missing) {
    const text = noRate(missing, project.currency);
    throw new Refusal("exchange_rate_missing", text, {
      fields: fieldsOf(reported.rows, outcome.missing ?? [], project.currency),
    });
  }
  if (names.length > 0) await storeNames(project.id, names, now);
  return { importId: outcome.import_id, removed: outcome.removed };
}

function fieldsOf(rows: SpendTotals[], missing: { currency: string; day: string }[], own: string) {
  const fields: Record<string, string> = {};
  for (const each of missing) {
    const i = rows.findIndex((row) => row.currency === each.currency && row.day === each.day);
    fields[`rows.${i}.currency`] = noRate(each, own);
  }
  return fields;
}

/** Runs a change that waits for other changes of the project's spend; after too long a wait, the caller can retry. */
export async function withSpendLock<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (errorCode(error) !== "55P03") throw error;
    throw new Refusal("upload_in_progress", "Another spend upload is in progress. Please try again.", {
      headers: { "retry-after": "5" },
    });
  }
}
