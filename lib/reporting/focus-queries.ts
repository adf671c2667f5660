import { readSql } from "@/db";
import type { ProjectId } from "@/lib/base/ids";
import { storedCountry } from "@/lib/ledger/country";
import { type Focus, organicNetwork, withoutValue } from "@/lib/reporting/focus-schema";
import { inCountry } from "@/lib/reporting/queries";

const stored = (text: string) => (text === withoutValue ? "" : text);

/** The campaigns of a network, or those without one. */
const campaignsOf = (projectId: ProjectId, network: string) => readSql`
  select c.id from campaigns c where c.project_id = ${projectId} and coalesce(c.network, '') = ${stored(network)}`;

/** Narrows rows `l` of the ledger, where organic is a campaign of its own, or installs `s`. */
export function inFocus(
  projectId: ProjectId,
  { network, campaign, platform, country: code, creative }: Focus,
  of: "l" | "s",
) {
  const named = (column: string) => readSql(`${of}.${column}`);
  const country = storedCountry(code);
  const ofCountry = of === "l" ? inCountry(country) : readSql`and coalesce(s.country, '') = ${country ?? ""}`;
  const organic = of === "l" ? readSql`and l.campaign_id = 0` : readSql`and s.campaign_id is null`;
  const ofNetwork = network
    ? readSql`and ${named("campaign_id")} in (${campaignsOf(projectId, network)})`
    : readSql``;
  return readSql`
    ${network === organicNetwork ? organic : ofNetwork}
    ${campaign ? readSql`and ${named("campaign_id")} = ${campaign}` : readSql``}
    ${platform ? readSql`and ${named("platform")} = ${stored(platform)}` : readSql``}
    ${country === null ? readSql`` : ofCountry}
    ${creative ? readSql`and ${named("creative_id")} = ${creative}` : readSql``}`;
}

export async function findFocusNames(projectId: ProjectId, { campaign, creative }: Focus) {
  const [row] = await readSql<{ campaign: string | null; creative: string | null }[]>`
    select (select c.name from campaigns c where c.project_id = ${projectId} and c.id = ${campaign ?? null}) as campaign,
      (select n.name from ad_names n where n.project_id = ${projectId} and n.level = 'creative'
        and n.ad_id = ${creative ?? null} order by n.updated_at desc limit 1) as creative`;
  return row!;
}
