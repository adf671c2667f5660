import type { Project } from "@/lib/accounts/access/project";
import { showCampaign } from "@/lib/campaigns/table/list";
import { timeRangeOf } from "@/lib/platform/keyset";
import type { FiguresQuery } from "@/lib/reporting/figures-schema";
import { sumVariants } from "@/lib/reporting/variants-queries";
import type { Variants } from "@/lib/reporting/variants-schema";

/** What is read within a second. */
const mostClicks = 500_000;

/** The days are those of the clicks, in the project's zone: an install stands beside the click that led to it. */
export async function campaignVariants(
  project: Project,
  id: number,
  { from, to }: FiguresQuery,
): Promise<Variants> {
  const { campaign } = await showCampaign(project, id);
  const rows = await sumVariants(project.id, id, timeRangeOf(project.timeZone, { from, to }), mostClicks);
  const known = new Set(rows.map(({ name }) => name));
  const unused = campaign.link_rules
    .flatMap(({ destinations }) => destinations)
    .flatMap(({ name }) => (name === null || known.has(name) ? [] : [{ name, clicks: 0, installs: 0 }]));
  return {
    from,
    to,
    variants: [...rows.map(({ name, clicks, installs }) => ({ name, clicks, installs })), ...unused],
    of_latest: rows[0]?.looked === mostClicks ? mostClicks : null,
  };
}
