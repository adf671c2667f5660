import { type Limits, limitsFrom } from "@/lib/accounts/access/limits";
import type { ProjectRow } from "@/lib/accounts/access/queries";
import type { AccountId, ProjectId } from "@/lib/base/ids";

/** The project a checked credential stands for, with what verbs need to know of it. */
export type Project = {
  id: ProjectId;
  accountId: AccountId;
  name: string;
  slug: string;
  platforms: string[];
  timeZone: string;
  currency: string;
  website: string | null;
  /** Where links lead whose campaign is over. */
  endedLinks: string;
  suspended: boolean;
  paymentLink: string | null;
  settings: Record<string, unknown>;
  limits: Limits;
};

/** Where a ProjectId is minted: the row was found by a credential. */
export function projectOf(row: ProjectRow): Project {
  return {
    id: row.project_id as ProjectId,
    accountId: row.account_id as AccountId,
    name: row.name,
    slug: row.slug,
    platforms: row.platforms,
    timeZone: row.time_zone,
    currency: row.currency,
    website: row.website,
    endedLinks: row.ended_links,
    suspended: row.suspended_at !== null,
    paymentLink: row.payment_link,
    settings: row.settings,
    limits: limitsFrom(row.limit_settings),
  };
}
