import { sql } from "@/db";
import type { ProjectId } from "@/lib/base/ids";

/**
 * True for a candidate `c` that could have won, but lost to another touch. A match without an ID (tier 4) is not proof
 * that this person saw the ad. Bots, repeats, fraud and touches outside their window lost for other reasons.
 */
export const isAssist = () => sql`
  c->>'lost' in ('lost_to_later_click', 'lost_to_same_moment', 'lost_to_stronger_evidence')
    and (c->>'tier')::int <> 4 and c->>'campaign_id' is not null`;

/** True for installs `s` of other campaigns that a campaign's ad had touched before. */
export const isAssistedBy = (projectId: ProjectId, campaign: number) => sql`
  s.campaign_id is not null and s.campaign_id <> ${campaign}::bigint and exists (
    select from decisions v cross join lateral jsonb_array_elements(v.candidates) c
    where v.project_id = ${projectId} and v.install_id = s.id and v.version = s.decision_version
      and c->>'campaign_id' = ${String(campaign)}::text and ${isAssist()})`;
