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
