import type { ApnsEnvironment, PushReply } from "@/lib/facts/uninstalls/rules";

/** The token to check. */
export type ProbedToken = { token: string; environment: ApnsEnvironment | null };

/** Checks tokens at one service with one project's credentials. */
export type PushService = (token: ProbedToken, now: Date) => Promise<PushReply>;

/** Parsed credentials: the part to encrypt, and the part that may be shown. */
export type ReadCredentials = { secret: Record<string, string>; named: Record<string, string> };

/** The fields of a form, and their problems. */
export type CredentialProblems = { problems: Record<string, string> };

/** The reply for a service that is not reachable. */
export const unreachable = (host: string, text: string): PushReply => ({
  is: "later",
  text: `${host}: ${text}`,
  ofAll: true,
  afterMs: null,
});

const dayMs = 86_400_000;

/** `Retry-After` in seconds or as a date, at most a day. */
export function retryAfterMs(header: string | undefined, now: Date): number | null {
  if (!header) return null;
  const seconds = Number(header);
  const ms = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(header) - now.getTime();
  return Number.isFinite(ms) && ms >= 0 ? Math.min(ms, dayMs) : null;
}
