import { sql } from "@/db";
import type { ProjectId } from "@/lib/base/ids";

/** True for rows `r` whose digits are a part of a source identifier. Before SKAdNetwork 4, they are a campaign ID. */
export const hasSourceIdentifier = () => sql`(r.skan_version is null or r.skan_version >= '4')`;

/**
 * The campaign `matched.campaign_id` of a row `r` with `network_id`, `source_identifier` and `is_hierarchical`.
 *
 * Apple sends the last two, three or four digits of a source identifier: 39, 239 or 5239. So a postback matches an
 * assigned identifier that is equal, or else all longer ones that end with its digits, and the longest shorter one that
 * its digits end with. If these have several campaigns, it has none, and `matched.campaigns` is their number.
 */
export const matchedSource = (projectId: ProjectId) => sql`
  left join lateral (
    select case when count(distinct m.campaign_id) = 1 then min(m.campaign_id) end as campaign_id,
      count(distinct m.campaign_id)::int as campaigns
    from (
      select a.campaign_id, case when a.source_identifier = r.source_identifier then 0 else 1 end as step,
        min(case when a.source_identifier = r.source_identifier then 0 else 1 end) over () as first_step,
        length(a.source_identifier) as digits, length(r.source_identifier) as sent,
        max(length(a.source_identifier)) filter (where length(a.source_identifier) < length(r.source_identifier))
          over () as longest_shorter
      from apple_sources a
      where a.project_id = ${projectId} and a.network_id = r.network_id and (
        a.source_identifier = r.source_identifier
        or (r.is_hierarchical and length(r.source_identifier) > 1 and length(a.source_identifier) > 1 and (
          right(a.source_identifier, length(r.source_identifier)) = r.source_identifier
          or right(r.source_identifier, length(a.source_identifier)) = a.source_identifier)))
    ) m
    where m.step = m.first_step and (m.digits >= m.sent or m.digits = m.longest_shorter)
  ) matched on true`;
