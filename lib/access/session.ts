import { decode, encode } from "next-auth/jwt";
import { findMemberBySession } from "@/lib/access/queries";
import { env } from "@/lib/env";
import type { Call } from "@/lib/http/call";
import type { MemberId } from "@/lib/ids";

/** Someone who is signed in; made only where a session was checked. */
export type Member = { id: MemberId; email: string; name: string };

/**
 * What the cookie says. It is worth something only together with the member's row: the version there is raised to
 * end every session at once, so each use compares the two.
 */
export type SessionToken = { memberId: number; version: number };

export const sessionDays = 30;
const maxAge = sessionDays * 24 * 60 * 60;

export const secureCookies = () => env.APP_URL.startsWith("https:");

/** The names next-auth gives it. */
const sessionCookieName = () =>
  secureCookies() ? "__Secure-next-auth.session-token" : "next-auth.session-token";

export function sessionSecret(): string {
  if (!env.NEXTAUTH_SECRET) throw new Error("NEXTAUTH_SECRET is not set.");
  return env.NEXTAUTH_SECRET;
}

/** The claims that next-auth signs and encrypts for us. */
export const sessionClaims = (member: { id: number; sessionVersion: number }) => ({
  sub: String(member.id),
  version: member.sessionVersion,
});

export function readClaims(claims: { sub?: unknown; version?: unknown } | null): SessionToken | null {
  const memberId = Number(claims?.sub);
  const version = Number(claims?.version);
  return Number.isSafeInteger(memberId) && memberId > 0 && Number.isSafeInteger(version)
    ? { memberId, version }
    : null;
}

/** What the cookie claims, or null for none, a forged or an expired one. */
async function readSession(cookie: string | undefined): Promise<SessionToken | null> {
  if (!cookie) return null;
  const secret = sessionSecret();
  try {
    return readClaims(await decode({ token: cookie, secret }));
  } catch {
    return null;
  }
}

export const sessionOf = (call: Call) => readSession(cookiesOf(call)[sessionCookieName()]);

/** The member that the call's cookie stands for, if the session is still good. */
export async function memberOf(call: Call): Promise<Member | null> {
  const session = await sessionOf(call);
  return session && findMemberBySession(session);
}

/** The value of a `Set-Cookie` that begins a session. */
export async function beginSession(member: { id: number; sessionVersion: number }): Promise<string> {
  const token = await encode({ token: sessionClaims(member), secret: sessionSecret(), maxAge });
  return sessionCookie(token, maxAge);
}

export const endSession = () => sessionCookie("", 0);

function sessionCookie(value: string, age: number): string {
  const secure = secureCookies() ? "; Secure" : "";
  return `${sessionCookieName()}=${value}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Lax${secure}`;
}

/** Without a prototype: names come from outside. */
export function cookiesOf(call: Call): Record<string, string> {
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
