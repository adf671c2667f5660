import type { Project } from "@/lib/accounts/access/project";
import { showCampaign } from "@/lib/campaigns/table/list";
import { timeRangeOf } from "@/lib/platform/keyset";
import type { FiguresQuery } from "@/lib/reporting/campaign/figures-schema";
import { sumLinkClicks } from "@/lib/reporting/campaign/link-clicks-queries";
import {
  type LinkClickPart,
  type LinkClicks,
  linkClickParts,
} from "@/lib/reporting/campaign/link-clicks-schema";

/** About as many rows as can be read and grouped within a second. */
const maxClicks = 500_000;
/** The rows of each part. */
const maxRows = 8;

/** The days and hours are those of the project's zone. */
export async function campaignLinkClicks(
  project: Project,
  id: number,
  { from, to }: FiguresQuery,
): Promise<LinkClicks> {
  await showCampaign(project, id);
  const sums = await sumLinkClicks(project.id, id, timeRangeOf(project.timeZone, { from, to }), {
    timeZone: project.timeZone,
    max: maxClicks,
    rows: maxRows,
  });
  const hours = Array.from({ length: 24 }, () => 0);
  for (const { part, name, clicks } of sums) if (part === "hour") hours[Number(name)] = clicks;
  const clicks = hours.reduce((sum, of) => sum + of, 0);
  const partOf = (part: LinkClickPart): LinkClicks["parts"][LinkClickPart] => {
    const rows = sums.filter((sum) => sum.part === part);
    return {
      rows: rows.map(({ name, clicks: count }) => ({ name, clicks: count })),
      others: {
        names: (rows[0]?.names ?? 0) - rows.length,
        clicks: (rows.length === 0 ? 0 : clicks) - rows.reduce((sum, { clicks: count }) => sum + count, 0),
      },
    };
  };
  return {
    from,
    to,
    time_zone: project.timeZone,
    clicks,
    hours,
    parts: Object.fromEntries(linkClickParts.map((part) => [part, partOf(part)])) as LinkClicks["parts"],
    not_counted: sums.flatMap(({ part, name, clicks: count }) =>
      part === "reason" && name !== null ? [{ reason: name, clicks: count }] : [],
    ),
    of_latest: clicks === maxClicks ? maxClicks : null,
  };
}
