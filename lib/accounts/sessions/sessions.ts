import { randomUUID } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Member, SessionToken, SignInOrigin } from "@/lib/accounts/access/member";
import { type Actor, actorOf } from "@/lib/accounts/audit/actor";
import { callerNetworkKey } from "@/lib/accounts/sessions/known-places";
import { findMemberBySession } from "@/lib/accounts/sessions/member-queries";
import {
  deleteOldSessions,
  deleteOtherSessions,
  deleteSession,
  findSessions,
  insertSession,
  noteRefusedSignIn,
  touchSession,
} from "@/lib/accounts/sessions/queries";
import { isUuid, type MemberId } from "@/lib/base/ids";
import { describeError, log } from "@/lib/base/log";
import { Refusal } from "@/lib/base/refusal";

type SignedIn = { id: number; email: string; sessionVersion: number };

/** `way` is the method of sign-in. The session that the browser had before ends. */
export async function beginSession(
  member: SignedIn,
  from: Pick<SignInOrigin, "address" | "browser" | "session">,
  way: string,
): Promise<SessionToken> {
  const session = { memberId: member.id, version: member.sessionVersion, id: randomUUID() };
  const by: Actor = { memberId: member.id as MemberId, name: member.email };
  const { browser, session: instead } = from;
  const begun = await insertSession(by, {
    session,
    instead,
    browser,
    way,
    place: callerNetworkKey(from.address),
  });
  if (!begun)
    throw new Refusal("changed_meanwhile", "The password was changed in the meantime.", { status: 409 });
  return session;
}

export async function endSession(session: SessionToken): Promise<void> {
  const member = await findMemberBySession(session);
  if (member) await deleteSession(session.id, actorOf(member), "sign out");
}

export async function listSessions(member: Member, own: string) {
  const rows = await findSessions(member.id);
  return {
    sessions: rows.map(({ id, browser, begun_at, seen_at }) => ({
      id,
      browser,
      begun_at: begun_at.toISOString(),
      seen_at: seen_at.toISOString(),
      own: id === own,
    })),
  };
}

export async function endOneSession(member: Member, id: string) {
  if (!isUuid(id) || (await deleteSession(id, actorOf(member), "end")) === null)
    throw new Refusal("not_found", "This session has already ended.");
  return { id };
}

export async function endOtherSessions(member: Member, own: string) {
  return { ended: await deleteOtherSessions(own, actorOf(member)) };
}

const seen = new LRUCache<string, true>({ max: 20_000, ttl: 60_000 });

/** The last use is stored at most once a minute, in the background. */
export function recordSessionUse({ id }: SessionToken): void {
  if (seen.has(id)) return;
  seen.set(id, true);
  touchSession(id).catch((error) =>
    log().warn(describeError(error), "the last use of a session could not be stored"),
  );
}

/** Written in the background: the wait would be longer for an email that has an account, and so reveal it. */
export function recordRefusedSignIn(email: string, browser: string): void {
  noteRefusedSignIn(email, browser).catch((error) =>
    log().warn(describeError(error), "a rejected sign-in could not be stored"),
  );
}

export const removeOldSessions = deleteOldSessions;
