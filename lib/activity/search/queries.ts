import { sql } from "@/db";
import type { ProjectId } from "@/lib/base/ids";
import { escapeLike } from "@/lib/base/text/like-pattern";

type FoundCampaign = { id: number; name: string; display_id: string; active: boolean };

/**
 * An exact display ID is first, then names that begin with the text, then other matches. Active campaigns precede
 * paused ones, and newer ones precede older ones.
 */
export const findCampaignsLike = (projectId: ProjectId, text: string, max: number) => sql<FoundCampaign[]>`
  select c.id, c.name, c.display_id, c.active from campaigns c
  where c.project_id = ${projectId} and c.deleted_at is null
    and (c.name ilike ${`%${escapeLike(text)}%`} or c.display_id ilike ${`${escapeLike(text)}%`})
  order by c.display_id = ${text} desc, c.name ilike ${`${escapeLike(text)}%`} desc, c.active desc, c.id desc
  limit ${max}`;

type UserRow = { user_id: string; name: string | null };

/** Finds users by the beginning of an ID, a name or an email address, each with its own index. */
export const findUsersNamedLike = (projectId: ProjectId, text: string, max: number) => {
  const pattern = `${escapeLike(text)}%`;
  const lower = pattern.toLowerCase();
  return sql<UserRow[]>`
    with found as (
      (select u.user_id, u.name, 1 as rank from users u
        where u.project_id = ${projectId} and u.user_id like ${pattern} limit ${max})
      union all
      (select u.user_id, u.name, 2 from users u
        where u.project_id = ${projectId} and lower(u.email) like ${lower} limit ${max})
      union all
      (select u.user_id, u.name, 3 from users u
        where u.project_id = ${projectId} and lower(u.name) like ${lower} limit ${max})
    )
    select user_id, name from found group by user_id, name order by min(rank), user_id limit ${max}`;
};

/** Finds users by the beginning of an ID. */
export const findUsersLike = (projectId: ProjectId, text: string, max: number) => sql<UserRow[]>`
  select u.user_id, null as name from users u
  where u.project_id = ${projectId} and u.user_id like ${`${escapeLike(text)}%`} order by u.user_id limit ${max}`;

type PaymentRow = { payment_id: string; type: string };

/** Finds a payment by its complete ID in the app. */
export const findPayment = (projectId: ProjectId, paymentId: string) => sql<PaymentRow[]>`
  select p.payment_id, p.type from payments p where p.project_id = ${projectId} and p.payment_id = ${paymentId}`;
