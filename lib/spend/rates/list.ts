import type { z } from "zod";
import type { Project } from "@/lib/accounts/access/project";
import { findWaiting } from "@/lib/facts/payments/rate-queries";
import { findExchangeRates } from "@/lib/spend/rates/queries";
import type { rateList } from "@/lib/spend/rates/schema";

export async function listExchangeRates(
  project: Pick<Project, "id" | "currency">,
): Promise<z.output<typeof rateList>> {
  const [rows, waiting] = await Promise.all([findExchangeRates(project.id), findWaiting(project.id)]);
  return {
    currency: project.currency,
    rates: rows.map((row) => ({ ...row, updated_at: row.updated_at.toISOString() })),
    waiting: [...waiting],
  };
}
