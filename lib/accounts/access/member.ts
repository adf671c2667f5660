import type { MemberId } from "@/lib/base/ids";

/** Someone who is signed in; made only where a session was checked. */
export type Member = { id: MemberId; email: string; name: string };

/**
 * What the cookie says. It is worth something only while the session has a row of its own, and together with the
 * member's row: the version there is raised to end every session at once. Each use asks for both.
 */
export type SessionToken = { memberId: number; version: number; id: string };

/** Where somebody comes from who proves himself. */
export type Origin = {
  address: string;
  /** A clock that never jumps. */
  tick: number;
  now: Date;
  /** As people call it: "Firefox on Linux". */
  browser: string;
  /** The session that this browser has now, good or not. */
  session: string | null;
  /** The id of this browser, if the member of that e-mail signed in with it before. */
  knownBrowser(email: string): string | null;
};

export const sessionDays = 30;
