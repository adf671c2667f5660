import type { Project } from "@/lib/accounts/access/project";
import { Refusal } from "@/lib/base/refusal";
import { storedPublisher } from "@/lib/ledger/ad-ids/publishers";
import { storedCountry } from "@/lib/ledger/country";
import type { Dimension } from "@/lib/reporting/groups/dimensions";
import type { ReportFilter } from "@/lib/reporting/groups/schema";
import { matchingCampaigns, selectsCampaigns } from "@/lib/reporting/report/report";

export const dimensionColumn = (name: Dimension) => (name === "campaign" ? "campaign_id" : name);

/** The days and filters of a query, for sums. */
export async function sumsFor(project: Project, query: ReportFilter) {
  const { from, to, platform } = query;
  const campaigns = selectsCampaigns(query)
    ? (await matchingCampaigns(project, query)).map(({ id }) => id)
    : null;
  return {
    days: { from, to },
    where: {
      platform,
      country: storedCountry(query.country),
      publisher: storedPublisher(query.publisher),
      campaign_id: campaigns,
    },
  };
}

export const tooManyRows = () =>
  new Refusal(
    "report_too_large",
    "The report would have too many rows. Choose fewer days or fewer breakdowns.",
  );
