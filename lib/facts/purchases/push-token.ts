import { createRemoteJWKSet, errors, jwtVerify } from "jose";
import { env } from "@/lib/base/env";

/**
 * The token of Google's push subscriptions: https://docs.cloud.google.com/pubsub/docs/authenticate-push-subscriptions.
 * Anyone can have Google sign a token for any audience, so only the service account proves who owns the subscription.
 */

/** Null accepts the notification address as the audience, and any service account. */
export type PushToken = { audience: string | null; service_account: string | null };

/** The documentation and Google's libraries name the issuer in both forms. */
const issuer = ["https://accounts.google.com", "accounts.google.com"];
const clockTolerance = 60;

/** Google's keys by their address, which tests replace. They are fetched again after an hour, or for an unknown key. */
const keySets = new Map<string, ReturnType<typeof createRemoteJWKSet>>();

function googleKeys(): ReturnType<typeof createRemoteJWKSet> {
  const address = env.GOOGLE_CERTS_URL;
  const known = keySets.get(address);
  if (known) return known;
  const keys = createRemoteJWKSet(new URL(address), {
    timeoutDuration: 5_000,
    // Invented keys do not cause more requests than one in this time.
    cooldownDuration: 30_000,
    cacheMaxAge: 3_600_000,
  });
  keySets.set(address, keys);
  return keys;
}

/** The reason why a token is not accepted; null if it is. `unavailable`: Google's keys could not be read. */
export type PushTokenProblem = "missing" | "invalid" | "unavailable" | null;

export async function checkPushToken(
  authorization: string | null,
  { address, required, now }: { address: string; required: PushToken; now: Date },
): Promise<PushTokenProblem> {
  const [, token] = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization ?? "") ?? [];
  if (token === undefined) return "missing";
  try {
    const { payload } = await jwtVerify(token, googleKeys(), {
      algorithms: ["RS256"],
      issuer,
      audience: required.audience ?? address,
      requiredClaims: ["exp", "email"],
      currentDate: now,
      clockTolerance,
    });
    const isVerified = payload.email_verified === true || payload.email_verified === "true";
    const account = required.service_account;
    return isVerified && (account === null || payload.email === account) ? null : "invalid";
  } catch (error) {
    return isAboutToken(error) ? "invalid" : "unavailable";
  }
}

/** Other errors are about the request for the keys. */
const isAboutToken = (error: unknown): boolean =>
  error instanceof errors.JWTClaimValidationFailed ||
  error instanceof errors.JWTExpired ||
  error instanceof errors.JWTInvalid ||
  error instanceof errors.JWSInvalid ||
  error instanceof errors.JWSSignatureVerificationFailed ||
  error instanceof errors.JOSEAlgNotAllowed ||
  error instanceof errors.JOSENotSupported ||
  error instanceof errors.JWKSNoMatchingKey ||
  error instanceof errors.JWKSMultipleMatchingKeys;
