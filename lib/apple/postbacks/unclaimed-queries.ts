import { sql } from "@/db";
import type { Framework, Postback } from "@/lib/apple/postbacks/postback";
import { hasVerifiedDomain } from "@/lib/apple/postbacks/queries";

const max = 10_000;
/** Limits one app, so that it cannot displace all others. */
const maxOfApp = 1_000;

/** Limits the table, because phones anywhere can send postbacks for any app. */
export async function storeUnclaimed(
  p: Postback,
  { id, at, postedTo }: { id: string; at: Date; postedTo: string | null },
): Promise<void> {
  await sql`
    insert into unclaimed_postbacks as u (id, received_at, framework, app_id, digest, raw, posted_to)
    select ${id}::uuid, ${at}, ${p.framework}, ${p.appId}, ${p.digest}, ${JSON.stringify(p.raw)}::text::jsonb,
      ${postedTo}
    where (select count(*) from (select from unclaimed_postbacks limit ${max}) u) < ${max}
      and (select count(*) from (
        select from unclaimed_postbacks u where u.app_id = ${p.appId} limit ${maxOfApp}) u) < ${maxOfApp}
    on conflict (digest) do update set posted_to = null
      where u.posted_to is distinct from excluded.posted_to`;
}

export type Unclaimed = {
  id: string;
  received_at: Date;
  framework: Framework;
  raw: Record<string, unknown>;
  posted_to: string | null;
};

/**
 * Waiting postbacks whose app is now listed by a project that has verified it. Without verification, any project could
 * take them.
 */
export const findClaimable = (only: string | null, limit: number) => sql<Unclaimed[]>`/* all projects */
  select u.id, u.received_at, u.framework, u.raw, u.posted_to from unclaimed_postbacks u
  where (${only}::text is null or u.app_id = ${only}::text) and exists (
    select from store_listings s join projects p on p.id = s.project_id
    where s.app_id = u.app_id and s.platform = 'IOS' and p.deleted_at is null and p.frozen_at is null
      and not exists (select from project_imports i where i.project_id = p.id)
      and (s.app_settled_at is not null or ${hasVerifiedDomain(sql`u.posted_to`)}))
  order by u.received_at limit ${limit}`;

export const removeUnclaimed = (id: string) => sql`delete from unclaimed_postbacks where id = ${id}::uuid`;

export async function removeUnclaimedBefore(before: Date): Promise<number> {
  const deleted = await sql`delete from unclaimed_postbacks where received_at < ${before}`;
  return deleted.count;
}
