import type { Project } from "@/lib/accounts/access/project";
import type { Actor } from "@/lib/accounts/audit/actor";
import type { RecalculationChange } from "@/lib/attribution/recalculation/change";
import {
  findRecalculation,
  insertRecalculation,
  isReplaying,
  missingRate,
} from "@/lib/attribution/recalculation/queries";
import { wakeRecalculation } from "@/lib/attribution/recalculation/run";
import { Refusal } from "@/lib/base/refusal";
import type { ProjectChanges } from "@/lib/projects/schema";

type Owner = Pick<Project, "id" | "accountId" | "timeZone" | "currency"> & Partial<Pick<Project, "frozen">>;

/**
 * Begins to recalculate all figures in another zone or currency. An identical request during a recalculation has no
 * effect.
 */
export async function beginRecalculation(
  project: Owner,
  changes: ProjectChanges,
  by: Actor,
  now: Date,
): Promise<void> {
  const { time_zone = project.timeZone, currency = project.currency, amounts = "convert" } = changes;
  const named = (["time_zone", "currency"] as const).filter((name) => changes[name] !== undefined);
  const refused = (text: string, fields: readonly string[] = named) =>
    new Refusal("wrong_state", text, { fields: Object.fromEntries(fields.map((name) => [name, text])) });
  // All background work of a frozen project is paused, so the recalculation would not run.
  if (project.frozen) {
    throw refused(
      "This project is frozen while it moves to another server. Release it first (project release).",
    );
  }
  if (await isReplaying(project.id)) {
    throw refused(
      "A what-if test is running or being applied in this time zone. Change it when that's done.",
    );
  }
  const change: RecalculationChange = { to_zone: time_zone, to_currency: currency, amounts };
  if (currency !== project.currency) {
    const input = { ...change, from_currency: project.currency };
    const day = await missingRate(project.id, input);
    if (day) {
      throw refused(
        `There's no exchange rate from ${currency} to ${project.currency} for ${day}, where the conversion starts. Add one on the Spend page first.`,
        ["currency"],
      );
    }
  }
  if (!(await insertRecalculation(project, change, by, now))) {
    const open = await findRecalculation(project.id);
    if (open?.to_zone !== time_zone || open.to_currency !== currency) {
      throw refused(
        `Figures are being recalculated for ${open?.to_zone} and ${open?.to_currency}. Try again when that's done.`,
      );
    }
  }
  wakeRecalculation(project.id);
}
