import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { env } from "@/lib/base/env";
import {
  type CredentialProblems,
  type PushService,
  type ReadCredentials,
  retryAfterMs,
  unreachable,
} from "@/lib/facts/uninstalls/push-service";
import type { PushReply } from "@/lib/facts/uninstalls/rules";
import { readPrivateKey, signJwt } from "@/lib/platform/jwt";
import { type KeepAliveCall, type KeepAliveResponse, keepAliveCalls } from "@/lib/platform/keep-alive-calls";
import { SafeFetchError } from "@/lib/platform/safe-fetch";

/** Firebase Cloud Messaging: https://firebase.google.com/docs/reference/fcm/rest/v1/projects.messages/send */
const scope = "https://www.googleapis.com/auth/firebase.messaging";
const hourSeconds = 3_600;
/** A bearer token is renewed this long before it expires. */
const marginMs = 5 * 60_000;
const fcmErrorType = "type.googleapis.com/google.firebase.fcm.v1.FcmError";

/** The server's operator configures both hosts; members cannot enter them. */
const call = keepAliveCalls(() => ({ allows: () => true }), 10_000);
type Bearer = { text: string; lifeMs: number };
/** Holds promises, so that parallel checks share one request for a bearer token. */
const bearers = new LRUCache<string, Promise<Bearer | PushReply>>({ max: 1_000 });

/** A service account file in Google's format; its own token address is not used. */
export function readServiceAccount(text: string): ReadCredentials | CredentialProblems {
  const wrong = (message: string): CredentialProblems => ({ problems: { service_account: message } });
  if (text.trim() === "") return wrong("The service account is required.");
  let file: Record<string, unknown>;
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) throw new SyntaxError();
    file = parsed as Record<string, unknown>;
  } catch {
    return wrong("This is not JSON. Paste the whole file from Google.");
  }
  if (file.type !== "service_account") {
    const isAppFile = "project_info" in file;
    return wrong(
      isAppFile
        ? "This is the app's google-services.json. Paste the key file of a service account."
        : 'This is not a service account: its "type" must be "service_account".',
    );
  }
  const of = (name: string) => (typeof file[name] === "string" ? file[name] : "");
  const [project, email, pem] = [of("project_id"), of("client_email"), of("private_key")];
  if (!/^[a-z0-9.:-]{4,100}$/.test(project)) return wrong('The service account has no "project_id".');
  if (!/^[^\s@]{1,200}@[^\s@]{1,200}$/.test(email))
    return wrong('The service account has no "client_email".');
  if (pem === "") return wrong('The service account has no "private_key".');
  if (readPrivateKey(pem, "rsa") === null)
    return wrong('The "private_key" of the service account is not an RSA key of 2048 to 4096 bits.');
  return {
    secret: { project_id: project, client_email: email, private_key: pem },
    named: { project_id: project, client_email: email },
  };
}

type Account = { project_id?: string; client_email?: string; private_key?: string };

export const fcmService =
  (account: Account): PushService =>
  async ({ token }, now) => {
    try {
      const bearer = await bearerOf(account, now);
      if ("is" in bearer) return bearer;
      const first = await send(account, bearer.text, token);
      // The bearer token was revoked before it expired.
      if (first.status !== 401 || codeOf(first) === "THIRD_PARTY_AUTH_ERROR") return readReply(first, now);
      const renewed = await bearerOf(account, now, bearer);
      return "is" in renewed ? renewed : readReply(await send(account, renewed.text, token), now);
    } catch (error) {
      if (error instanceof SafeFetchError) return unreachable("Firebase", error.problem);
      throw error;
    }
  };

const keyOf = (account: Account) =>
  createHash("sha256")
    .update(JSON.stringify([env.GOOGLE_TOKEN_URL, account]))
    .digest("hex");

/** `validate_only` sends nothing to the device. */
const send = ({ project_id = "" }: Account, bearer: string, token: string): Promise<KeepAliveResponse> =>
  call(
    post(
      `${env.FCM_URL}/v1/projects/${encodeURIComponent(project_id)}/messages:send`,
      JSON.stringify({
        validate_only: true,
        message: { token, data: { probe: "uninstall" }, android: { priority: "NORMAL" } },
      }),
      { authorization: `Bearer ${bearer}`, "content-type": "application/json" },
    ),
  );

const post = (url: string, body: string, headers: Record<string, string>): KeepAliveCall => ({
  method: "POST",
  url,
  headers,
  body,
});

/** Returns a bearer token other than `refused`, which is no longer accepted. */
async function bearerOf(
  account: Account,
  now: Date,
  refused: Bearer | null = null,
): Promise<Bearer | PushReply> {
  const key = keyOf(account);
  const known = bearers.get(key);
  if (known && (await known) !== refused) return known;
  // The first caller after a rejection requests a token for all.
  const other = bearers.get(key);
  if (other && other !== known) return other;
  const pending = fetchBearer(account, now);
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

async function fetchBearer(account: Account, now: Date): Promise<Bearer | PushReply> {
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
  const answer = await call(
    post(env.GOOGLE_TOKEN_URL, form.toString(), { "content-type": "application/x-www-form-urlencoded" }),
  );
  const { access_token, expires_in, error, error_description } = objectOf(answer.body);
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

/** Interprets the response to a check, by Firebase's own code before the status. */
function readReply(answer: KeepAliveResponse, now: Date): PushReply {
  const { status, headers } = answer;
  if (status >= 200 && status < 300) return { is: "there", text: String(status) };
  const code = codeOf(answer);
  const { message } = errorOf(answer);
  const text = [String(status), code, typeof message === "string" ? message : ""]
    .filter(Boolean)
    .join(" ")
    .slice(0, 300);
  const later = (ofAll: boolean): PushReply => ({
    is: "later",
    text,
    ofAll,
    afterMs: retryAfterMs(headers["retry-after"], now),
  });
  if (code === "UNREGISTERED") return { is: "unregistered", text, since: null };
  if (code === "SENDER_ID_MISMATCH") return { is: "foreign", text };
  // For an iOS app whose Apple key is missing at Firebase.
  if (code === "THIRD_PARTY_AUTH_ERROR") return later(false);
  if (status === 429) return later(true);
  if (status === 401 || status === 403 || status === 404) return { is: "refused", text };
  if (status === 400) return { is: "bad", text };
  return later(status === 503);
}

function objectOf(body: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(body);
    return typeof parsed === "object" && parsed !== null ? (parsed as Record<string, unknown>) : {};
  } catch {
    // The body is a proxy's page, so only the status is used.
    return {};
  }
}

const errorOf = ({ body }: KeepAliveResponse): Record<string, unknown> => {
  const { error } = objectOf(body);
  return typeof error === "object" && error !== null ? (error as Record<string, unknown>) : {};
};

function codeOf(answer: KeepAliveResponse): string {
  const { details } = errorOf(answer);
  const own = (Array.isArray(details) ? details : []).find(
    (one: unknown) => (one as Record<string, unknown> | null)?.["@type"] === fcmErrorType,
  ) as Record<string, unknown> | undefined;
  return typeof own?.errorCode === "string" ? own.errorCode : "";
}
