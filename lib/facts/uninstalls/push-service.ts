import type { Environment, PushReply } from "@/lib/facts/uninstalls/rules";

/** The token to check. */
export type ProbedToken = { token: string; environment: Environment | null };

/** Asks one service about tokens, under one project's credentials. */
export type PushService = (token: ProbedToken, now: Date) => Promise<PushReply>;

/** Credentials as they were read: what is sealed, and what of it may be shown. */
export type ReadCredentials = { secret: Record<string, string>; named: Record<string, string> };

/** A field of a form, and what is wrong with it. */
export type Complaints = { problems: Record<string, string> };

/** A service that does not say anything. */
export const unreachable = (host: string, text: string): PushReply => ({
  is: "later",
  words: `${host}: ${text}`,
  ofAll: true,
  afterMs: null,
});

const dayMs = 86_400_000;

/** `Retry-After` in seconds or as a date; nobody is left alone for longer than a day. */
export function retryAfterMs(header: string | undefined, now: Date): number | null {
  if (!header) return null;
  const seconds = Number(header);
  const ms = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(header) - now.getTime();
  return Number.isFinite(ms) && ms >= 0 ? Math.min(ms, dayMs) : null;
}
