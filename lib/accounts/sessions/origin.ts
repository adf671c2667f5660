import type { SignInOrigin } from "@/lib/accounts/access/member";
import { knownBrowserCookie, readKnownBrowser } from "@/lib/accounts/sessions/known-places";
import { cookiesOfCall, sessionOfCall } from "@/lib/accounts/sessions/session";
import type { Call } from "@/lib/platform/http/call";
import { describeAgent } from "@/lib/platform/user-agent";

export async function callOrigin(call: Call): Promise<SignInOrigin> {
  const { address, tick, now } = call;
  const cookies = cookiesOfCall(call);
  return {
    address,
    tick,
    now,
    browser: browserName(call.header("user-agent") ?? ""),
    session: (await sessionOfCall(call))?.id ?? null,
    knownBrowser: (email) => readKnownBrowser(email, cookies[knownBrowserCookie(email)], now),
  };
}

function browserName(userAgent: string): string {
  const seen = describeAgent({ userAgent, platform: null, platformVersion: null, model: null });
  const [browser, os] = [seen.inApp ?? seen.browser, seen.os];
  if (browser && os) return `${browser} on ${os}`;
  return browser ?? os ?? "An unknown browser";
}
