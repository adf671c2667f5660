import { readSql } from "@/db";
import type { ProjectId } from "@/lib/base/ids";
import { storedCountry } from "@/lib/ledger/country";
import type { Focus } from "@/lib/reporting/overview/focus-schema";
import { noValueFilter, organicNetwork } from "@/lib/reporting/overview/names";

const stored = (text: string) => (text === noValueFilter ? "" : text);

/** The campaigns of a network, or campaigns without one. */
const campaignsOf = (projectId: ProjectId, network: string) => readSql`
  select c.id from campaigns c where c.project_id = ${projectId} and coalesce(c.network, '') = ${stored(network)}`;

/** Filters installs `s`. */
export function filterByFocus(
  projectId: ProjectId,
  { network, campaign, platform, country: code, creative }: Focus,
) {
  const country = storedCountry(code);
  const ofNetwork = network ? readSql`and s.campaign_id in (${campaignsOf(projectId, network)})` : readSql``;
  return readSql`
    ${network === organicNetwork ? readSql`and s.campaign_id is null` : ofNetwork}
    ${campaign ? readSql`and s.campaign_id = ${campaign}` : readSql``}
    ${platform ? readSql`and s.platform = ${stored(platform)}` : readSql``}
    ${country === null ? readSql`` : readSql`and coalesce(s.country, '') = ${country}`}
    ${creative ? readSql`and s.creative_id = ${creative}` : readSql``}`;
}

function campaignsInFocus(projectId: ProjectId, { network, campaign }: Focus) {
  if (network === organicNetwork) return campaign ? [] : 0;
  if (!network) return campaign ?? null;
  return readSql`any(
    ${campaignsOf(projectId, network)} ${campaign ? readSql`and c.id = ${campaign}` : readSql``})`;
}

/** Filters sums by the focus. */
export const sumsInFocus = (projectId: ProjectId, focus: Focus) => ({
  campaign_id: campaignsInFocus(projectId, focus),
  platform: focus.platform ? stored(focus.platform) : null,
  country: storedCountry(focus.country),
  creative_id: focus.creative || null,
});

export async function findFocusNames(projectId: ProjectId, { campaign, creative }: Focus) {
  const [row] = await readSql<{ campaign: string | null; creative: string | null }[]>`
    select (select c.name from campaigns c where c.project_id = ${projectId} and c.id = ${campaign ?? null}) as campaign,
      (select n.name from ad_names n where n.project_id = ${projectId} and n.level = 'creative'
        and n.ad_id = ${creative ?? null} order by n.updated_at desc limit 1) as creative`;
  return row!;
}
