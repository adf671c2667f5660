import type { z } from "zod";
import { statementText } from "@/db/client/statement-text";
import type { Project } from "@/lib/accounts/access/project";
import { networkLabel } from "@/lib/campaigns/networks";
import { storedCountry } from "@/lib/ledger/country";
import { timeRangeOf } from "@/lib/platform/keyset";
import { creditByCampaign } from "@/lib/reporting/assists/credit";
import { assistsStatement, findNamedCampaigns, findTouchPaths } from "@/lib/reporting/assists/queries";
import type { AssistsData, assistsQuery } from "@/lib/reporting/assists/schema";
import { overviewDays } from "@/lib/reporting/overview/overview";
import type { ShownSql } from "@/lib/reporting/shown-sql/schema";

type Query = z.output<typeof assistsQuery>;

function scopeOf(project: Project, query: Query, now: Date) {
  const { from, to } = overviewDays(project, query, now);
  const { start, end } = timeRangeOf(project.timeZone, { from, to });
  const filters = { platform: query.platform ?? null, country: storedCountry(query.country) };
  return { from, to, scope: { start: start!, end: end!, ...filters } };
}

/** The statement that returns the campaigns of the table. */
export function assistsSql(project: Project, query: Query, now: Date): ShownSql {
  const { from, to, scope } = scopeOf(project, query, now);
  const statement = assistsStatement(project.id, scope);
  return {
    sql: `-- Assists and attribution models, installs of ${from} to ${to} in ${project.timeZone}.\n${statementText(statement)};`,
    left_out: [],
  };
}

/** Which campaigns touched installs that others won, and how other models share the same installs. */
export async function reportAssists(project: Project, query: Query, now: Date): Promise<AssistsData> {
  const { from, to, scope } = scopeOf(project, query, now);
  const paths = await findTouchPaths(project.id, scope);
  const credits = creditByCampaign(paths);
  const campaigns = await findNamedCampaigns(project.id, [...credits.keys()]);
  const sum = (some: readonly { installs: number }[]) =>
    some.reduce((total, { installs }) => total + installs, 0);
  return {
    from,
    to,
    installs: sum(paths),
    assisted: sum(paths.filter((path) => path.campaigns.length > 1)),
    rows: campaigns
      .map(({ network, ...campaign }) => ({
        campaign,
        network: networkLabel(network),
        ...credits.get(campaign.id)!,
      }))
      .sort((a, b) => b.last_touch - a.last_touch || b.assists - a.assists || a.campaign.id - b.campaign.id),
  };
}
