import { generateKeyPairSync, type KeyObject, sign, verify } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { completeEnv } from "@/lib/base/env";

/** Simulates the stores' servers: the same checks of credentials as the real ones, and purchases that a test sets. */

type Json = Record<string, unknown>;

const decode = (part = "") => JSON.parse(Buffer.from(part, "base64url").toString("utf8") || "{}") as Json;

function isSigned(jwt: string, key: KeyObject, es256: boolean): boolean {
  const [head, body, signature = ""] = jwt.split(".");
  const options = es256 ? { key, dsaEncoding: "ieee-p1363" as const } : key;
  return verify("sha256", Buffer.from(`${head}.${body}`), options, Buffer.from(signature, "base64url"));
}

const send = (response: ServerResponse, status: number, body: unknown, headers = {}) => {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
};

async function listen(server: ReturnType<typeof createServer>): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The App Store Server API with its sandbox. */
export async function anAppStore(bundleId: string) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const known = { key_id: "ABC123DEFG", issuer_id: "57246542-96fe-1a63-e053-0824d011072a" };
  /** Signed transactions by their ID. */
  const transactions = new Map<string, string>();
  const inSandbox = new Map<string, string>();
  const scripted = { next: null as { status: number; body: Json; headers?: Json } | null };
  const seen: string[] = [];

  const start = (found: Map<string, string>) =>
    createServer((request, response) => {
      seen.push(request.url ?? "");
      const bearer = (request.headers.authorization ?? "").replace(/^Bearer /, "");
      const [head, body] = bearer.split(".");
      const { alg, kid } = decode(head);
      const { iss, aud, bid, exp, iat } = decode(body) as Record<string, string & number>;
      const isKnown = alg === "ES256" && kid === known.key_id && iss === known.issuer_id;
      const isRight = aud === "appstoreconnect-v1" && bid === bundleId && exp! - iat! <= 3_600;
      // Apple's 401 has no JSON.
      if (!isKnown || !isRight || !isSigned(bearer, publicKey, true)) {
        response.writeHead(401, { "content-type": "text/plain" });
        return response.end("Unauthenticated\n");
      }
      if (scripted.next)
        return send(response, scripted.next.status, scripted.next.body, scripted.next.headers);
      const id = /^\/inApps\/v1\/transactions\/(\w+)$/.exec(request.url ?? "")?.[1] ?? "";
      const signedTransactionInfo = found.get(id);
      return signedTransactionInfo
        ? send(response, 200, { signedTransactionInfo })
        : send(response, 404, { errorCode: 4_040_010, errorMessage: "Transaction id not found." });
    });
  const [production, sandbox] = [start(transactions), start(inSandbox)];
  completeEnv({ APP_STORE_URL: await listen(production), APP_STORE_SANDBOX_URL: await listen(sandbox) });
  return {
    transactions,
    inSandbox,
    scripted,
    seen,
    /** Credentials as a member enters them. */
    given: { ...known, key: privateKey.export({ type: "pkcs8", format: "pem" }).toString() },
    close: async () => {
      for (const server of [production, sandbox]) await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The Google Play Developer API. */
export async function aGooglePlay(packageName: string) {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const email = "purchases@example.iam.gserviceaccount.com";
  /** Resources by their path below the app. */
  const resources = new Map<string, Json>();
  const scripted = { next: null as { status: number; body: Json; headers?: Json } | null };
  const seen: string[] = [];
  let base = "";
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    if (request.url === "/token") {
      const assertion = new URLSearchParams(Buffer.concat(parts).toString("utf8")).get("assertion") ?? "";
      const { iss, scope, aud } = decode(assertion.split(".")[1]);
      const isRight =
        iss === email &&
        scope === "https://www.googleapis.com/auth/androidpublisher" &&
        aud === `${base}/token`;
      return isRight && isSigned(assertion, publicKey, false)
        ? send(response, 200, { access_token: "bearer", expires_in: 3_599, token_type: "Bearer" })
        : send(response, 400, { error: "invalid_grant", error_description: "Invalid JWT Signature." });
    }
    const error = (status: number, reason: string, message: string) =>
      send(response, status, {
        error: { code: status, message, errors: [{ message, domain: "androidpublisher", reason }] },
      });
    if (request.headers.authorization !== "Bearer bearer")
      return error(401, "authError", "Invalid Credentials");
    seen.push(decodeURIComponent(request.url ?? ""));
    if (scripted.next) return send(response, scripted.next.status, scripted.next.body, scripted.next.headers);
    const prefix = `/androidpublisher/v3/applications/${packageName}/`;
    const path = request.url ?? "";
    if (!path.startsWith(prefix))
      return error(404, "applicationNotFound", "No application was found for the given package name.");
    const found = resources.get(decodeURIComponent(path.slice(prefix.length)));
    return found ? send(response, 200, found) : error(400, "invalid", "Invalid Value");
  });
  base = await listen(server);
  completeEnv({ GOOGLE_PUBLISHER_URL: base, GOOGLE_TOKEN_URL: `${base}/token` });
  return {
    resources,
    scripted,
    seen,
    given: {
      service_account: JSON.stringify({
        type: "service_account",
        project_id: "hikes-1a2b",
        client_email: email,
        private_key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
      }),
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** Google's keys, and tokens of push subscriptions signed with them. */
export async function googleKeys() {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const [scripted, seen] = [{ isDown: false }, [] as string[]];
  const server = createServer((request, response) => {
    seen.push(request.url ?? "");
    const key = { ...publicKey.export({ format: "jwk" }), kid: "k1", alg: "RS256", use: "sig" };
    return scripted.isDown ? send(response, 500, {}) : send(response, 200, { keys: [key] });
  });
  completeEnv({ GOOGLE_CERTS_URL: await listen(server) });
  return {
    scripted,
    seen,
    token(claims: Json, { kid = "k1", key = privateKey }: { kid?: string; key?: KeyObject } = {}) {
      const encoded = (part: Json) => Buffer.from(JSON.stringify(part)).toString("base64url");
      const text = `${encoded({ alg: "RS256", kid, typ: "JWT" })}.${encoded(claims)}`;
      return `${text}.${sign("sha256", Buffer.from(text), key).toString("base64url")}`;
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** A subscription and its order, in the form of Google's documentation. */
export function aSubscription(order: string, changed: { subscription?: Json; order?: Json } = {}) {
  return {
    subscription: {
      kind: "androidpublisher#subscriptionPurchaseV2",
      startTime: "2026-03-02T10:00:00Z",
      regionCode: "US",
      subscriptionState: "SUBSCRIPTION_STATE_ACTIVE",
      latestOrderId: order,
      lineItems: [{ productId: "year", expiryTime: "2027-03-02T10:00:00Z", latestSuccessfulOrderId: order }],
      ...changed.subscription,
    },
    order: {
      orderId: order,
      state: "PROCESSED",
      createTime: "2026-03-02T10:00:00Z",
      lastEventTime: "2026-03-02T10:00:01Z",
      total: { currencyCode: "USD", units: "29", nanos: 990_000_000 },
      tax: { currencyCode: "USD", units: "2", nanos: 0 },
      orderHistory: { processedEvent: { eventTime: "2026-03-02T10:00:01Z" } },
      ...changed.order,
    },
  };
}
