import type { Project } from "@/lib/accounts/access/project";
import { showCampaign } from "@/lib/campaigns/table/list";
import { timeRangeOf } from "@/lib/platform/keyset";
import type { FiguresQuery } from "@/lib/reporting/campaign/figures-schema";
import { sumVariants } from "@/lib/reporting/campaign/queries";
import { variantTestOutcome } from "@/lib/reporting/campaign/variants-rules";
import type { Variant, Variants } from "@/lib/reporting/campaign/variants-schema";

/** About as many rows as can be read within a second. */
const maxClicks = 500_000;

/** The days are click days in the project's zone: an install counts on the day of its click. */
export async function campaignVariants(
  project: Project,
  id: number,
  { from, to }: FiguresQuery,
): Promise<Variants> {
  const { campaign } = await showCampaign(project, id);
  const rows = await sumVariants(project.id, id, timeRangeOf(project.timeZone, { from, to }), maxClicks);
  const known = new Map<string, Variant>(rows.map(({ clicks_read: _, ...row }) => [row.name, row]));
  const unused = (name: string): Variant => ({ name, clicks: 0, installs: 0, signups: 0, revenue: 0 });
  const splits = campaign.link_rules.map(({ destinations }) =>
    destinations.flatMap(({ name }) => (name === null ? [] : [known.get(name) ?? unused(name)])),
  );
  return {
    from,
    to,
    currency: project.currency,
    variants: [...known.values(), ...splits.flat().filter(({ name }) => !known.has(name))],
    // Only the visitors of one rule are split by chance; another rule has different visitors.
    outcomes: splits.filter((split) => split.length > 1).map(variantTestOutcome),
    of_latest: rows[0]?.clicks_read === maxClicks ? maxClicks : null,
  };
}
