import type { MemberId } from "@/lib/base/ids";

/** A signed-in member; only the code that checks a session creates one. */
export type Member = { id: MemberId; email: string; name: string };

/**
 * The content of the session cookie. It is valid only while the session's row exists and the version equals the
 * member's. Raising the member's version ends every session. Each use checks both.
 */
export type SessionToken = { memberId: number; version: number; id: string };

/** The origin of a sign-in attempt. */
export type SignInOrigin = {
  address: string;
  /** Milliseconds of a monotonic clock. */
  tick: number;
  now: Date;
  /** A readable name such as "Firefox on Linux". */
  browser: string;
  /** The session that this browser has now, valid or not. */
  session: string | null;
  /** The browser's ID, if the member with that email has signed in with it before. */
  knownBrowser(email: string): string | null;
};

export const sessionDays = 30;
