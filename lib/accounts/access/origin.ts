import { knownBrowserCookie, readKnownBrowser } from "@/lib/accounts/access/known-places";
import { cookiesOf, sessionOf } from "@/lib/accounts/access/session";
import type { Call } from "@/lib/platform/http/call";
import { describeAgent } from "@/lib/platform/user-agent";

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

export async function originOf(call: Call): Promise<Origin> {
  const { address, tick, now } = call;
  const cookies = cookiesOf(call);
  return {
    address,
    tick,
    now,
    browser: browserName(call.header("user-agent") ?? ""),
    session: (await sessionOf(call))?.id ?? null,
    knownBrowser: (email) => readKnownBrowser(email, cookies[knownBrowserCookie(email)], now),
  };
}

function browserName(userAgent: string): string {
  const seen = describeAgent({ userAgent, platform: null, platformVersion: null, model: null });
  const [browser, os] = [seen.inApp ?? seen.browser, seen.os];
  if (browser && os) return `${browser} on ${os}`;
  return browser ?? os ?? "An unknown browser";
}
