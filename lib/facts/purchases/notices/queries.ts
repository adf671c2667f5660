import { sql } from "@/db";
import { projectsWith } from "@/db/projects-with";
import { whereWritable } from "@/db/writable";
import type { ProjectId } from "@/lib/base/ids";
import type { PurchaseSource } from "@/lib/facts/payments/store-purchases";

/** `unmatched`: no user or install was found within the time that a notification waits. */
export const noticeStates = ["waiting", "stored", "ignored", "unmatched"] as const;
export type NoticeState = (typeof noticeStates)[number];

export type NoticeRow = {
  source: PurchaseSource;
  notice_id: string;
  received_at: Date;
  kind: string;
  state: NoticeState;
  reason: string | null;
  attempts: number;
};

/** False for a repeat. */
export async function insertNotice(
  projectId: ProjectId,
  row: { source: PurchaseSource; id: string; kind: string; body: unknown; key: string | null; at: Date },
  result: { state: NoticeState; reason: string | null },
): Promise<boolean> {
  const rows = await sql`
    insert into purchase_notifications (project_id, source, notice_id, received_at, kind, state, reason, body,
      purchase_key, next_at)
    select ${projectId}, ${row.source}, ${row.id}, ${row.at}, ${row.kind}, ${result.state}, ${result.reason},
      ${JSON.stringify(row.body)}::text::jsonb, ${row.key}, case when ${result.state === "waiting"} then ${row.at}::timestamptz end
    where ${whereWritable(projectId)}
    on conflict do nothing returning 1`;
  return rows.length > 0;
}

export type DueNotice = Pick<NoticeRow, "source" | "notice_id" | "received_at" | "attempts"> & {
  body: unknown;
};

export const findDueNotices = (projectId: ProjectId, at: Date, max: number) => sql<DueNotice[]>`
  select n.source, n.notice_id, n.received_at, n.attempts, n.body from purchase_notifications n
  where n.project_id = ${projectId} and n.next_at <= ${at} order by n.next_at limit ${max}`;

/** Without a next time, the notification is finished and its content is removed. */
export const updateNotice = (
  projectId: ProjectId,
  { source, notice_id }: Pick<NoticeRow, "source" | "notice_id">,
  { state, reason, nextAt }: { state: NoticeState; reason: string | null; nextAt: Date | null },
) => sql`
  update purchase_notifications n set state = ${state}, reason = ${reason}, next_at = ${nextAt},
    attempts = least(n.attempts + 1, 1000),
    body = case when ${nextAt}::timestamptz is null then '{}'::jsonb else n.body end
  where n.project_id = ${projectId} and n.source = ${source} and n.notice_id = ${notice_id}
    and ${whereWritable(projectId)}`;

export const findNotices = (projectId: ProjectId, max: number) => sql<NoticeRow[]>`
  select n.source, n.notice_id, n.received_at, n.kind, n.state, n.reason, n.attempts from purchase_notifications n
  where n.project_id = ${projectId} order by n.received_at desc, n.source, n.notice_id limit ${max}`;

/** Removes notifications that were received before a time. */
export async function removeOldNotices(projectId: ProjectId, before: Date): Promise<void> {
  await sql`
    delete from purchase_notifications n where n.project_id = ${projectId} and n.received_at < ${before}
      and n.next_at is null and ${whereWritable(projectId)}`;
}

/** The user or install with one of these IDs. IDs of installs may be in either case. */
export async function findSender(
  projectId: ProjectId,
  accounts: readonly string[],
): Promise<{ user_id: string | null; install_instance_id: string | null } | null> {
  if (accounts.length === 0) return null;
  const all = [...new Set(accounts.flatMap((one) => [one, one.toLowerCase(), one.toUpperCase()]))];
  const [row] = await sql<{ user_id: string | null; install_instance_id: string | null }[]>`
    (select u.user_id, u.install_instance_id from users u
      where u.project_id = ${projectId} and u.user_id = any(${all}::text[]) limit 1)
    union all
    (select null, i.install_instance_id from identities i
      where i.project_id = ${projectId} and i.install_instance_id = any(${all}::text[]) limit 1)`;
  return row ?? null;
}

/** Projects with due notifications, or with due checks whose store can be queried or that are too old. */
export const findProjectsWithPurchases = (at: Date, tooOld: Date) => sql<{ id: number }[]>`/* all projects */
  select p.id from projects p
  where p.deleted_at is null and (
    p.id in (select id from ${projectsWith("purchase_notifications", sql`w.next_at is not null and w.next_at <= ${at}`)} noticed)
    or p.id in (
      select id from ${projectsWith("purchase_checks")} checking
      where exists (
        select from purchase_checks k where k.project_id = checking.id and k.next_at <= ${at} and (k.created_at < ${tooOld} or exists (
          select from purchase_connections c where c.project_id = k.project_id and c.source = k.source
            and c.credentials is not null and (c.next_at is null or c.next_at <= ${at})))))
  )
  order by p.id`;
