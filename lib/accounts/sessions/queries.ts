import { sql } from "@/db";
import type { SessionToken } from "@/lib/accounts/access/member";
import { sessionDays } from "@/lib/accounts/access/member";
import type { Actor } from "@/lib/accounts/audit/actor";
import { auditInAccountsOf } from "@/lib/accounts/audit/queries";
import type { MemberId } from "@/lib/base/ids";

/** A session also ends after this many days without use. */
const idleDays = 7;

/** Condition on a session `e`: it is neither too old nor unused for too long. */
export const isLiveSession = () => sql`
  e.begun_at > now() - ${sessionDays} * interval '1 day' and e.seen_at > now() - ${idleDays} * interval '1 day'`;

type Begun = {
  session: SessionToken;
  /** The session that this browser had until now. */
  instead: string | null;
  browser: string;
  /** The method of sign-in, such as `password`. */
  way: string;
  /** The keyed hash of the place of sign-in; null when it is not stored. */
  place: Buffer | null;
};

/** False if all sessions of the member were ended meanwhile, for example by a new password. */
export async function insertSession(by: Actor, begun: Begun): Promise<boolean> {
  const { session, instead, browser, way, place: network } = begun;
  const rows = await sql`
    with changed as (
           update members set last_seen_at = now()
           where id = ${session.memberId} and session_version = ${session.version} returning id, email),
         replaced as (delete from sessions where id = ${instead}),
         made as (
           insert into sessions (id, member_id, browser) select ${session.id}, id, ${browser} from changed
           returning id),
         known as (
           insert into member_places (member_id, key)
           select id, ${network}::bytea from changed where ${network}::bytea is not null
           on conflict (member_id, key) do update set seen_at = now()),
         logged as (${auditInAccountsOf(by, "session.begin", { browser, way })})
    select id from made`;
  return rows.length > 0;
}

/** Accurate to the minute: the statement itself checks that, for any number of processes. */
export async function touchSession(id: string): Promise<void> {
  await sql`
    with seen as (
           update sessions set seen_at = now()
           where id = ${id} and seen_at < now() - interval '1 minute' returning member_id)
    update members set last_seen_at = now() where id in (select member_id from seen)`;
}

export type SessionRow = { id: string; browser: string; begun_at: Date; seen_at: Date };

export const findSessions = (member: MemberId) => sql<SessionRow[]>`
  select e.id, e.browser, e.begun_at, e.seen_at from sessions e
  where e.member_id = ${member} and ${isLiveSession()} order by e.seen_at desc, e.id limit 200`;

/** Returns the name of the browser; null if the member has no such session. */
export async function deleteSession(id: string, by: Actor, way: "sign out" | "end"): Promise<string | null> {
  const browser = sql`jsonb_build_object('browser', (select browser from removed))`;
  const logged =
    way === "end"
      ? auditInAccountsOf(by, "session.end", browser)
      : auditInAccountsOf(by, "session.sign-out", browser);
  const [row] = await sql<{ browser: string }[]>`
    with removed as (
           delete from sessions where id = ${id} and member_id = ${by.memberId} returning member_id, browser),
         changed as (select m.id, m.email from members m join removed on removed.member_id = m.id),
         logged as (${logged})
    select browser from removed`;
  return row?.browser ?? null;
}

/** Ends all sessions but one; returns their number. */
export async function deleteOtherSessions(ownSession: string, by: Actor): Promise<number> {
  const [row] = await sql<{ ended: number }[]>`
    with removed as (delete from sessions where member_id = ${by.memberId} and id <> ${ownSession} returning member_id),
         changed as (select m.id, m.email from members m where m.id in (select member_id from removed)),
         logged as (${auditInAccountsOf(
           by,
           "session.end-others",
           sql`jsonb_build_object('ended', (select count(*)
           from removed))`,
         )})
    select count(*)::int as ended from removed`;
  return row?.ended ?? 0;
}

/** Records a wrong password. For an unknown email there is no row. */
export async function noteRefusedSignIn(email: string, browser: string): Promise<void> {
  const stranger: Actor = { memberId: null, name: "not signed in" };
  await sql`
    with changed as (select id, email from members where lower(email) = ${email}),
         logged as (${auditInAccountsOf(stranger, "session.refuse", { browser })})
    select id from changed`;
}

export async function isNetworkOfMember(email: string, network: Buffer): Promise<boolean> {
  const rows = await sql`
    select p.member_id from member_places p join members m on m.id = p.member_id
    where lower(m.email) = ${email} and p.key = ${network}`;
  return rows.length > 0;
}

/** Deletes ended sessions, and places without a sign-in for a year; returns the number of rows. */
export async function deleteOldSessions(): Promise<number> {
  const [row] = await sql<{ removed: number }[]>`
    with over as (delete from sessions e where not (${isLiveSession()}) returning 1),
         left_behind as (delete from member_places where seen_at < now() - interval '1 year' returning 1)
    select (select count(*) from over)::int + (select count(*) from left_behind)::int as removed`;
  return row?.removed ?? 0;
}
