import type { Project } from "@/lib/accounts/access/project";
import { addDays, dayCount } from "@/lib/base/days";
import { Refusal } from "@/lib/base/refusal";
import { list } from "@/lib/platform/lists/list";
import { countDiscrepant, findDiscrepant } from "@/lib/reporting/discrepancies/queries";
import { discrepantSchema, maxDiscrepancyDays } from "@/lib/reporting/discrepancies/schema";
import { findLastClaimDay } from "@/lib/spend/claims/queries";

/** A day without data, for projects without claims. */
const neverDay = "2000-01-01";

/** The installs behind a figure. The default days are the last ones with claims. */
export const discrepantInstalls = list(discrepantSchema, {
  async toFilter(project: Project, { cause = null, campaign = null, network = null, ...query }) {
    const to = query.to ?? (await findLastClaimDay(project.id)) ?? query.from ?? neverDay;
    const from = query.from ?? addDays(to, 1 - maxDiscrepancyDays);
    if (dayCount(from, to) > maxDiscrepancyDays)
      throw new Refusal("report_too_large", `Choose at most ${maxDiscrepancyDays} days.`);
    return { from, to, cause, campaign, network };
  },
  find: findDiscrepant,
  count: countDiscrepant,
});
