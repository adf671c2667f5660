import { env } from "@/lib/base/env";
import {
  type CredentialProblems,
  type PushService,
  type ReadCredentials,
  unreachable,
} from "@/lib/facts/uninstalls/push-service";
import type { PushReply } from "@/lib/facts/uninstalls/rules";
import { type GoogleAccount, googleBearer } from "@/lib/platform/google-bearer";
import { jsonObjectIn } from "@/lib/platform/json-object";
import { readPrivateKey } from "@/lib/platform/jwt";
import { type KeepAliveCall, type KeepAliveResponse, keepAliveCalls } from "@/lib/platform/keep-alive-calls";
import { retryAfterMs } from "@/lib/platform/retry-after";
import { SafeFetchError } from "@/lib/platform/safe-fetch";

/** Firebase Cloud Messaging: https://firebase.google.com/docs/reference/fcm/rest/v1/projects.messages/send */
const scope = "https://www.googleapis.com/auth/firebase.messaging";
const fcmErrorType = "type.googleapis.com/google.firebase.fcm.v1.FcmError";

/** The server's operator configures both hosts; members cannot enter them. */
const call = keepAliveCalls(() => ({ allows: () => true }), 10_000);
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

type Account = GoogleAccount & { project_id?: string };

export const fcmService =
  (account: Account): PushService =>
  async ({ token }, now) => {
    try {
      const bearer = await googleBearer(account, scope, now);
      if ("is" in bearer) return bearer;
      const first = await send(account, bearer.text, token);
      // The bearer token was revoked before it expired.
      if (first.status !== 401 || codeOf(first) === "THIRD_PARTY_AUTH_ERROR") return readReply(first, now);
      const renewed = await googleBearer(account, scope, now, bearer);
      return "is" in renewed ? renewed : readReply(await send(account, renewed.text, token), now);
    } catch (error) {
      if (error instanceof SafeFetchError) return unreachable("Firebase", error.problem);
      throw error;
    }
  };

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

const errorOf = ({ body }: KeepAliveResponse): Record<string, unknown> => {
  const { error } = jsonObjectIn(body);
  return typeof error === "object" && error !== null ? (error as Record<string, unknown>) : {};
};

function codeOf(answer: KeepAliveResponse): string {
  const { details } = errorOf(answer);
  const own = (Array.isArray(details) ? details : []).find(
    (one: unknown) => (one as Record<string, unknown> | null)?.["@type"] === fcmErrorType,
  ) as Record<string, unknown> | undefined;
  return typeof own?.errorCode === "string" ? own.errorCode : "";
}
