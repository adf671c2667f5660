import { env } from "@/lib/base/env";
import type { StoreProof } from "@/lib/facts/payments/store-purchases";
import { readTransaction } from "@/lib/facts/purchases/apple/transaction";
import type { ReadStoreCredentials, StoreAnswer, StoreServer } from "@/lib/facts/purchases/servers/server";
import { jsonObjectIn } from "@/lib/platform/json-object";
import { readPrivateKey, signJwt } from "@/lib/platform/jwt";
import { type KeepAliveResponse, keepAliveCalls } from "@/lib/platform/keep-alive-calls";
import { retryAfterMs } from "@/lib/platform/retry-after";
import { SafeFetchError } from "@/lib/platform/safe-fetch";

/** The App Store Server API: https://developer.apple.com/documentation/appstoreserverapi/get-transaction-info */

/** The server's operator configures both hosts; members cannot enter them. */
const call = keepAliveCalls(() => ({ allows: () => true }), 10_000);
/** Apple accepts tokens for at most an hour. */
const tokenSeconds = 1_200;
const transactionNotFound = 4_040_010;

export function readAppleKey(given: Record<string, string>): ReadStoreCredentials {
  const { key = "", key_id = "", issuer_id = "" } = given;
  const problems: Record<string, string> = {};
  if (key === "") problems.key = "The key is required.";
  else if (readPrivateKey(key, "ec") === null)
    problems.key = "This is not an Apple key (.p8). Paste the whole file, including its first and last line.";
  if (!/^[A-Z0-9]{10,20}$/.test(key_id)) problems.key_id = "The key ID must have ten letters and digits.";
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(issuer_id))
    problems.issuer_id = "The issuer ID must look like 57246542-96fe-1a63-e053-0824d011072a.";
  if (Object.keys(problems).length > 0) return { problems };
  return { secret: { key, key_id, issuer_id }, named: { key_id, issuer_id } };
}

export function appleServer(secret: Record<string, string>, bundleId: string): StoreServer {
  const fetch = async ({ transaction = "" }: StoreProof, now: Date): Promise<StoreAnswer> => {
    const key = readPrivateKey(secret.key ?? "", "ec");
    if (key === null) return { is: "refused", text: "The key can't be read." };
    const issued = Math.floor(now.getTime() / 1_000);
    const claims = {
      iss: secret.issuer_id,
      iat: issued,
      exp: issued + tokenSeconds,
      aud: "appstoreconnect-v1",
      bid: bundleId,
    };
    const bearer = await signJwt({ kid: secret.key_id ?? "", typ: "JWT" }, claims, key);
    const get = (base: string) =>
      call({
        method: "GET",
        url: `${base}/inApps/v1/transactions/${encodeURIComponent(transaction)}`,
        headers: { authorization: `Bearer ${bearer}` },
        body: null,
      });
    try {
      const answer = await get(env.APP_STORE_URL);
      if (answer.status === 200) return readAnswer(answer, bundleId);
      if (errorCode(answer) !== transactionNotFound) return readError(answer, now);
      const inSandbox = await get(env.APP_STORE_SANDBOX_URL);
      return { is: "invalid", reason: inSandbox.status === 200 ? "sandbox" : "unknown" };
    } catch (error) {
      if (error instanceof SafeFetchError)
        return { is: "later", text: `App Store: ${error.problem}`, afterMs: null };
      throw error;
    }
  };
  return { fetch, test: (now) => fetch({ transaction: "1" }, now) };
}

function readAnswer({ body }: KeepAliveResponse, bundleId: string): StoreAnswer {
  const { signedTransactionInfo } = jsonObjectIn(body);
  const read = readTransaction(
    typeof signedTransactionInfo === "string" ? signedTransactionInfo : "",
    bundleId,
  );
  return "problem" in read
    ? { is: "invalid", reason: read.problem }
    : { is: "purchase", purchase: read.purchase };
}

const errorCode = ({ body }: KeepAliveResponse) => jsonObjectIn(body).errorCode;

function readError(answer: KeepAliveResponse, now: Date): StoreAnswer {
  const { status, headers } = answer;
  const { errorCode: code, errorMessage } = jsonObjectIn(answer.body);
  const words = [code, errorMessage].filter((one) => typeof one === "string" || typeof one === "number");
  const text = `App Store: ${[status, ...words].join(" ")}`.slice(0, 300);
  if (status === 401 || status === 403) return { is: "refused", text };
  if (status === 400) return { is: "invalid", reason: "unknown" };
  return { is: "later", text, afterMs: retryAfterMs(headers["retry-after"], now) };
}
