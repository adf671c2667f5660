import { type CallLimits, limitsFrom } from "@/lib/accounts/access/limits";
import type { ProjectRow } from "@/lib/accounts/access/queries";
import type { WeekStart } from "@/lib/base/days";
import type { AccountId, ProjectId } from "@/lib/base/ids";

/** The project of a checked credential, with the settings that verbs need. */
export type Project = {
  id: ProjectId;
  accountId: AccountId;
  name: string;
  slug: string;
  platforms: string[];
  timeZone: string;
  currency: string;
  weekStart: WeekStart;
  website: string | null;
  /** The destination of links whose campaign has ended. */
  endedLinks: string;
  suspended: boolean;
  /** A sample project: its activity is generated, and it neither receives links nor sends anything. */
  isSample: boolean;
  paymentLink: string | null;
  /** The project moves to another instance, or has moved: no data is stored or sent any more. */
  frozen: { movedTo: string | null } | null;
  settings: Record<string, unknown>;
  limits: CallLimits;
};

/** Only here does a row become a ProjectId, because it was found by a credential. */
export function projectFromRow(row: ProjectRow): Project {
  return {
    id: row.project_id as ProjectId,
    accountId: row.account_id as AccountId,
    name: row.name,
    slug: row.slug,
    platforms: row.platforms,
    timeZone: row.time_zone,
    currency: row.currency,
    weekStart: row.week_starts_on,
    website: row.website,
    endedLinks: row.ended_links,
    suspended: row.suspended_at !== null,
    isSample: row.sample_days !== null,
    paymentLink: row.payment_link,
    frozen: row.frozen_at === null ? null : { movedTo: row.moved_address },
    settings: row.settings,
    limits: limitsFrom(row.limit_settings),
  };
}
