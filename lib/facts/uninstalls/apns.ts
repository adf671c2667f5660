import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { env } from "@/lib/base/env";
import { type ApnsAnswer, sendPushRequest } from "@/lib/facts/uninstalls/apns-connection";
import {
  type CredentialProblems,
  type PushService,
  type ReadCredentials,
  unreachable,
} from "@/lib/facts/uninstalls/push-service";
import type { ApnsEnvironment, PushReply } from "@/lib/facts/uninstalls/rules";
import { readPrivateKey, signJwt } from "@/lib/platform/jwt";
import { retryAfterMs } from "@/lib/platform/retry-after";

/** Apple accepts a provider's token for an hour, and rejects a replacement within twenty minutes. */
const tokenMs = 40 * 60_000;
const minAgeMs = 20 * 60_000;

/** Holds promises, so that parallel calls share one signature. */
type Signed = { token: Promise<string>; at: number };
const signedOnes = new LRUCache<string, Signed>({ max: 1_000 });

export function readApnsKey(given: Record<string, string>): ReadCredentials | CredentialProblems {
  const { key = "", key_id = "", team_id = "", topic = "" } = given;
  const problems: Record<string, string> = {};
  const field = (name: string, value: string, label: string, form: RegExp, wrong: string) => {
    if (value === "") problems[name] = `${label} is required.`;
    else if (!form.test(value)) problems[name] = wrong;
  };
  if (key === "") problems.key = "The key is required.";
  else if (readPrivateKey(key, "ec") === null)
    problems.key = "This is not an Apple key (.p8). Paste the whole file, including its first and last line.";
  field("key_id", key_id, "The key ID", /^[A-Z0-9]{10}$/, "The key ID must have ten letters and digits.");
  field("team_id", team_id, "The team ID", /^[A-Z0-9]{10}$/, "The team ID must have ten letters and digits.");
  field(
    "topic",
    topic,
    "The bundle ID",
    /^[A-Za-z0-9.-]{1,155}$/,
    "The bundle ID must look like com.example.app.",
  );
  if (Object.keys(problems).length > 0) return { problems };
  return { secret: { key, key_id, team_id, topic }, named: { key_id, team_id, topic } };
}

type Key = { key?: string; key_id?: string; team_id?: string; topic?: string };

const bases = (): Record<ApnsEnvironment, string> => ({
  production: env.APNS_URL,
  sandbox: env.APNS_SANDBOX_URL,
});

/** If the token's environment is unknown, queries production first, and then the sandbox. */
export const apnsService =
  (key: Key): PushService =>
  async ({ token, environment }, now) => {
    const first = environment ?? "production";
    const reply = await query(first, key, token, now);
    if (reply.is !== "bad" || reply.text !== badToken || environment !== null) return reply;
    const second = await query("sandbox", key, token, now);
    // Unknown in both environments, or the key is not valid for both.
    return second.is === "bad" || second.is === "refused" ? reply : second;
  };

const badToken = "400 BadDeviceToken";

async function query(environment: ApnsEnvironment, key: Key, token: string, now: Date): Promise<PushReply> {
  const base = bases()[environment];
  const signed = bearerOf(key, now);
  if (signed === null) return { is: "refused", text: "The key can't be read." };
  const post = (bearer: string) =>
    sendPushRequest({ base, provider: keyOf(key), bearer, topic: key.topic ?? "", token });
  let answer = await post(await signed.token);
  // The other end may have closed a cached connection at the same moment.
  if ("failed" in answer && answer.failed !== "timeout") answer = await post(await signed.token);
  // Expired or wrong clock: use a new token, unless Apple considers the old one too recent.
  if (
    "status" in answer &&
    answer.reason === "ExpiredProviderToken" &&
    now.getTime() - signed.at >= minAgeMs
  ) {
    signedOnes.delete(keyOf(key));
    answer = await post((await bearerOf(key, now)?.token) ?? "");
  }
  if ("failed" in answer) return unreachable("Apple", answer.failed);
  return { ...readReply(answer, now), environment };
}

/**
 * Identifies the sender: all apps of a key share one signature and one connection, because Apple rejects alternating
 * signatures on one. The private key is included, because the key's IDs alone are not proof.
 */
const keyOf = ({ key, key_id, team_id }: Key) =>
  createHash("sha256")
    .update(JSON.stringify([key, key_id, team_id]))
    .digest("hex");

function bearerOf(key: Key, now: Date): Signed | null {
  const name = keyOf(key);
  const known = signedOnes.get(name);
  if (known && Math.abs(now.getTime() - known.at) < tokenMs) return known;
  const pem = readPrivateKey(key.key ?? "", "ec");
  if (pem === null) return null;
  const claims = { iss: key.team_id, iat: Math.floor(now.getTime() / 1_000) };
  const signed = { token: signJwt({ kid: key.key_id }, claims, pem), at: now.getTime() };
  signedOnes.set(name, signed);
  return signed;
}

/** Interprets a response, by Apple's own reason before the status. */
function readReply({ status, reason, timestamp, retryAfter }: ApnsAnswer, now: Date): PushReply {
  const text = [String(status), reason].filter(Boolean).join(" ");
  if (status === 200) return { is: "there", text };
  const later = (ofAll: boolean): PushReply => ({
    is: "later",
    text,
    ofAll,
    afterMs: retryAfterMs(retryAfter, now),
  });
  if (reason === "ExpiredToken") return { is: "expired", text };
  if (status === 410)
    return { is: "unregistered", text, since: timestamp === null ? null : new Date(timestamp) };
  if (reason === "DeviceTokenNotForTopic") return { is: "foreign", text };
  // The key's own topic is wrong, so the problem applies to every token.
  if (reason === "TopicDisallowed" || reason === "BadTopic" || reason === "MissingTopic")
    return { is: "refused", text };
  if (status === 400) return { is: "bad", text };
  // TooManyRequests applies to this device only.
  if (status === 429) return later(reason !== "TooManyRequests");
  if (status === 401 || status === 403) return { is: "refused", text };
  return later(status === 503);
}
