import { decode, encode } from "next-auth/jwt";
import type { Member, SessionToken } from "@/lib/accounts/access/member";
import { sessionDays } from "@/lib/accounts/access/member";
import { findMemberBySession } from "@/lib/accounts/sessions/member-queries";
import { recordSessionUse } from "@/lib/accounts/sessions/sessions";
import { env } from "@/lib/base/env";
import { isUuid } from "@/lib/base/ids";
import type { Call } from "@/lib/platform/http/call";

const maxAge = sessionDays * 24 * 60 * 60;

export const secureCookies = () => env.APP_URL.startsWith("https:");

/** The names that next-auth gives the cookie. */
const sessionCookieName = () =>
  secureCookies() ? "__Secure-next-auth.session-token" : "next-auth.session-token";

export function sessionSecret(): string {
  if (!env.NEXTAUTH_SECRET) throw new Error("NEXTAUTH_SECRET is not set.");
  return env.NEXTAUTH_SECRET;
}

/** The claims that next-auth signs and encrypts. */
export const sessionClaims = ({ memberId, version, id }: SessionToken) => ({
  sub: String(memberId),
  version,
  session: id,
});

/** Null for claims that are not ours, or that are older than the sessions table. */
export function readSessionClaims(
  claims: { sub?: unknown; version?: unknown; session?: unknown } | null,
): SessionToken | null {
  const memberId = Number(claims?.sub);
  const version = Number(claims?.version);
  const id = String(claims?.session);
  return Number.isSafeInteger(memberId) && memberId > 0 && Number.isSafeInteger(version) && isUuid(id)
    ? { memberId, version, id }
    : null;
}

/** The claims of the cookie; null if it is absent, forged or expired. */
async function readSession(cookie: string | undefined): Promise<SessionToken | null> {
  if (!cookie) return null;
  const secret = sessionSecret();
  try {
    return readSessionClaims(await decode({ token: cookie, secret }));
  } catch {
    return null;
  }
}

export const sessionOfCall = (call: Call) => readSession(cookiesOfCall(call)[sessionCookieName()]);

/** The member of the call's cookie, if the session is still valid. */
export async function memberOfCall(call: Call): Promise<Member | null> {
  const session = await sessionOfCall(call);
  const member = session && (await findMemberBySession(session));
  if (member) recordSessionUse(session);
  return member;
}

/** The `Set-Cookie` value of a new session. */
export async function sessionCookieOf(session: SessionToken): Promise<string> {
  const token = await encode({ token: sessionClaims(session), secret: sessionSecret(), maxAge });
  return sessionCookie(token, maxAge);
}

export const noSessionCookie = () => sessionCookie("", 0);

function sessionCookie(value: string, age: number): string {
  const secure = secureCookies() ? "; Secure" : "";
  return `${sessionCookieName()}=${value}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Lax${secure}`;
}

/** The object has no prototype, because callers choose the names. */
export function cookiesOfCall(call: Call): Record<string, string> {
  const cookies: Record<string, string> = Object.create(null);
  for (const pair of (call.header("cookie") ?? "").split(";")) {
    const equals = pair.indexOf("=");
    if (equals === -1) continue;
    const name = pair.slice(0, equals).trim();
    if (!(name in cookies)) cookies[name] = decodeCookie(pair.slice(equals + 1).trim());
  }
  return cookies;
}

function decodeCookie(value: string): string {
  const plain = value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value;
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}
