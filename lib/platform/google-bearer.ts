/** Bearer tokens of Google's service accounts: https://developers.google.com/identity/protocols/oauth2/service-account */
import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { env } from "@/lib/base/env";
import { jsonObjectIn } from "@/lib/platform/json-object";
import { readPrivateKey, signJwt } from "@/lib/platform/jwt";
import { keepAliveCalls } from "@/lib/platform/keep-alive-calls";
import { retryAfterMs } from "@/lib/platform/retry-after";

const hourSeconds = 3_600;
/** A bearer token is renewed this long before it expires. */
const marginMs = 5 * 60_000;

/** The server's operator configures the host; members cannot enter it. */
const call = keepAliveCalls(() => ({ allows: () => true }), 10_000);

export type GoogleAccount = { client_email?: string; private_key?: string };
export type Bearer = { text: string; lifeMs: number };
/** Google's text; `later` if another attempt may succeed. */
export type BearerProblem =
  | { is: "refused"; text: string }
  | { is: "later"; text: string; ofAll: true; afterMs: number | null };

/** Holds promises, so that parallel calls share one request for a bearer token. */
const bearers = new LRUCache<string, Promise<Bearer | BearerProblem>>({ max: 1_000 });

const keyOf = (account: GoogleAccount, scope: string) =>
  createHash("sha256")
    .update(JSON.stringify([env.GOOGLE_TOKEN_URL, scope, account]))
    .digest("hex");

/** Returns a bearer token other than `refused`, which is no longer accepted. */
export async function googleBearer(
  account: GoogleAccount,
  scope: string,
  now: Date,
  refused: Bearer | null = null,
): Promise<Bearer | BearerProblem> {
  const key = keyOf(account, scope);
  const known = bearers.get(key);
  if (known && (await known) !== refused) return known;
  // The first caller after a rejection requests a token for all.
  const other = bearers.get(key);
  if (other && other !== known) return other;
  const pending = fetchBearer(account, scope, now);
  bearers.set(key, pending);
  let ttl = 0;
  try {
    const bearer = await pending;
    if (!("is" in bearer)) ttl = Math.max(1_000, bearer.lifeMs - marginMs);
    return bearer;
  } finally {
    // A rejection may be temporary, until the configuration is fixed.
    if (bearers.peek(key) === pending) {
      if (ttl > 0) bearers.set(key, pending, { ttl });
      else bearers.delete(key);
    }
  }
}

async function fetchBearer(
  account: GoogleAccount,
  scope: string,
  now: Date,
): Promise<Bearer | BearerProblem> {
  const pem = readPrivateKey(account.private_key ?? "", "rsa");
  if (pem === null) return { is: "refused", text: "The private key can't be read." };
  const issued = Math.floor(now.getTime() / 1_000);
  const claims = {
    iss: account.client_email,
    scope,
    aud: env.GOOGLE_TOKEN_URL,
    iat: issued,
    exp: issued + hourSeconds,
  };
  const assertion = await signJwt({ typ: "JWT" }, claims, pem);
  const form = new URLSearchParams({ grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion });
  const answer = await call({
    method: "POST",
    url: env.GOOGLE_TOKEN_URL,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: form.toString(),
  });
  const { access_token, expires_in, error, error_description } = jsonObjectIn(answer.body);
  if (typeof access_token === "string") {
    return {
      text: access_token,
      lifeMs: (typeof expires_in === "number" ? expires_in : hourSeconds) * 1_000,
    };
  }
  const reason = [error, error_description].filter((one) => typeof one === "string").join(": ");
  const text = `Google: ${answer.status}${reason ? ` ${reason}` : ""}`.slice(0, 300);
  if (answer.status === 429 || answer.status >= 500)
    return {
      is: "later",
      text,
      ofAll: true,
      afterMs: retryAfterMs(answer.headers["retry-after"], now),
    };
  return { is: "refused", text };
}
