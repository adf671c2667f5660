/**
 * The kinds of route: the interface's tables of authentication and limits, line by line. An endpoint names its kind,
 * which defines the credential, the wording of a 401 and the limits.
 */

import {
  type AppCaller,
  appCaller,
  instanceLimits,
  type ServerCaller,
  serverCaller,
  signingKeyUsed,
} from "@/lib/accounts/access/callers";
import type { LimitGroup } from "@/lib/accounts/access/limits";
import { type KeyScope, keyScopes } from "@/lib/accounts/access/scopes";
import { checkSignature, signatureProblems, windowMs } from "@/lib/accounts/access/signature";
import { wakeAttribution } from "@/lib/attribution/wake";
import { env } from "@/lib/base/env";
import { growingCache } from "@/lib/base/growing-cache";
import { Refusal } from "@/lib/base/refusal";
import { onUndecidedInstall } from "@/lib/facts/app-calls/wake-attribution";
import { isWatchedAt, noteCall } from "@/lib/facts/debug/record";
import { recordRejection } from "@/lib/facts/rejections/reject";
import { refuseFrozen, refuseFrozenServer } from "@/lib/gateway/frozen";
import { kilobyte, routeDefaults } from "@/lib/gateway/route-defaults";
import { callerNetwork } from "@/lib/platform/address-key";
import { type Call, type JsonObject, parseObjectWithList } from "@/lib/platform/http/call";
import type { Admission, RouteKind } from "@/lib/platform/http/route";
import { limitedBuckets, limiter } from "@/lib/platform/limits/limiter";
import type { Bucket } from "@/lib/platform/limits/rate-limit";

/** A process that answers apps also decides their installs at once. */
onUndecidedInstall(wakeAttribution);

export const limitText = "Rate limit exceeded. Please try again later.";

export const suspendedText = "This billing account is suspended. Pay the open invoice to read reports again.";

/** The network may move two calls of an app closer together by this time. */
const jitterMs = 50;

export async function spendTokens(
  requested: Bucket[],
  call: Call,
  retryAfter: number,
  timeoutMs = 0,
): Promise<void> {
  if (requested.length === 0) return;
  const verdict = await limiter().take(requested, call.tick, timeoutMs);
  if (verdict.full) throw tooMany(retryAfter);
  if (verdict.waitMs === 0) return;
  await new Promise((resolve) => setTimeout(resolve, verdict.waitMs));
  call.tick += verdict.waitMs;
}

export async function peek(requested: Bucket[], call: Call, retryAfter: number): Promise<void> {
  for (const bucket of requested) if (!(await limiter().peek(bucket, call.tick))) throw tooMany(retryAfter);
}

const tooMany = (retryAfter: number) =>
  new Refusal("rate_limited", limitText, { headers: { "retry-after": String(retryAfter) } });

/* ------------------------------------------------------------- server keys -- */

export const scopeText = (scope: KeyScope) =>
  `This server key lacks the permission "${keyScopes[scope].label}".`;

/** Keys for one purpose may not be used for another one. */
export function refuseWithoutScope({ scopes }: ServerCaller, scope: KeyScope): void {
  if (!scopes.has(scope)) throw new Refusal("scope_missing", scopeText(scope));
}

const bearerOf = (call: Call) => /^Bearer +(\S+)$/i.exec(call.header("authorization") ?? "")?.[1] ?? null;

export function serverKeyRoute(options: {
  name: string;
  group: Exclude<LimitGroup, "address" | "client" | "callbacks">;
  missing: string;
  invalid: string;
  scope?: KeyScope;
}): RouteKind<ServerCaller> {
  const { name, group, missing, invalid, scope = "api" } = options;
  const perMinute = group === "reporting";
  const retryAfter = perMinute ? 60 : 1;
  return {
    ...routeDefaults,
    name,
    security: "serverKey",
    bareRefusals: true,
    ...(perMinute ? { deadlineMs: 30_000 } : {}),
    answers: {
      401: missing === invalid ? missing : `${missing} / ${invalid}`,
      403: scopeText(scope),
      429: limitText,
    },
    async admit(call): Promise<Admission<ServerCaller>> {
      const key =
        env.SERVER_KEY_HEADERS.map((header) => call.header(header)).find((value) => value !== null) ??
        (scope === "mcp" ? bearerOf(call) : null);
      const atAddress = `address:${callerNetwork(call.address)}`;
      const stranger = async () => limitedBuckets([atAddress, (await instanceLimits(call.now)).address]);
      if (!key) {
        await spendTokens(await stranger(), call, retryAfter);
        throw new Refusal("server_key_missing", missing);
      }
      // Guessed keys must not cause more queries than the limit of the address allows.
      if (!serverCaller.isCheap(key)) await peek(await stranger(), call, retryAfter);
      const caller = await serverCaller.find(key, call.now);
      if (!caller) {
        await spendTokens(await stranger(), call, retryAfter);
        throw new Refusal("server_key_invalid", invalid);
      }
      call.project = caller.project.id;
      refuseWithoutScope(caller, scope);
      refuseFrozenServer(caller.project, call.method);
      const { limits } = caller.project;
      const address = limitedBuckets([atAddress, limits.address]);
      const own = limitedBuckets([`${group}:${caller.keyId}`, limits[group]]);
      if (!perMinute) {
        await spendTokens([...address, ...own], call, retryAfter);
        return { caller };
      }
      // A request that is refused for its arguments must not count against the minute.
      await peek(own, call, retryAfter);
      await spendTokens(address, call, retryAfter);
      return {
        caller,
        async afterValidation() {
          // A refusal for a missing payment must not count either.
          const { suspended, paymentLink } = caller.project;
          if (suspended)
            throw new Refusal("billing_suspended", suspendedText, { extra: { payment_link: paymentLink } });
          await spendTokens(own, call, retryAfter);
        },
      };
    },
  };
}

/** For list-campaigns and the attribution result. */
export const dataRoute = serverKeyRoute({
  name: "data",
  group: "data",
  missing: "Unauthorized access.",
  invalid: "Unauthorized access.",
});

export const attributedUsersRoute = serverKeyRoute({
  name: "attributed-users",
  group: "data",
  missing: "Authentication failed.",
  invalid: "Authentication failed.",
});

/** For create, edit and delete of campaigns. */
export const campaignWriteRoute = serverKeyRoute({
  name: "campaign-writes",
  group: "writes",
  missing: "Server key missing!",
  invalid: "Server key invalid!",
});

/** For tables of costs and rates; the refusal also names the invalid row. */
export const tableRoute: RouteKind<ServerCaller> = {
  ...campaignWriteRoute,
  name: "tables",
  bareRefusals: false,
};

export const reportingRoute = serverKeyRoute({
  name: "reporting",
  group: "reporting",
  missing: "Unauthorized access.",
  invalid: "Unauthorized access.",
});

/* ---------------------------------------------------------------- app token -- */

const endpointOf = (call: Call) => call.path.split("/").findLast(Boolean) ?? "";

function note(call: Call, body: Uint8Array | null, { project }: AppCaller, { message }: Refusal): void {
  const { now, tick } = call;
  recordRejection(project.id, { endpoint: endpointOf(call), reason: message, body, now, tick });
}

/** A signature is valid for five minutes before and after its time. Each server remembers for itself. */
const firstPaths = growingCache<string, string>({ max: 100_000, ttl: 2 * windowMs });

function firstPath(signature: string, path: string): string {
  const first = firstPaths.get(signature) ?? path;
  firstPaths.set(signature, first);
  return first;
}

/** Null when the call is signed or need not be. */
function unsigned(call: Call, body: Uint8Array | null, { signing }: AppCaller): Refusal | null {
  const signature = call.header("x-signature");
  if (!signing.required && (!signature || signing.keys.length === 0)) return null;
  const sent = {
    authorization: call.header("authorization"),
    keyId: call.header("x-key-id"),
    timestamp: call.header("x-timestamp"),
    signature,
    version: call.header("x-signature-version"),
  };
  const signed = { method: call.method, path: call.path, body: body ?? new Uint8Array() };
  const { key, problem } = checkSignature(sent, signed, { ...signing, pathOf: firstPath, now: call.now });
  if (key) signingKeyUsed(key.id);
  return problem && signing.required ? new Refusal(problem, signatureProblems[problem]) : null;
}

const signatureHeaders = {
  "x-key-id":
    "Only if the project requires signed calls: the signing key's ID, along with `Authorization: HMAC`.",
  "x-timestamp": "The time of the call in milliseconds, at most 5 minutes off the server's.",
  "x-signature":
    "Base64 of the HMAC-SHA256, keyed with the signing secret, of four lines joined by line feeds: the timestamp, the method, the path without query, and the base64 SHA-256 of the body's bytes.",
  "x-signature-version":
    "`2`. Without it, the signature is version 1: the timestamp, a line feed and the base64 SHA-256 of the body's bytes. Only projects that allow it accept version 1, each signature for one path.",
};

function tokenRoute(name: string, invalidStatus: 400 | 401): RouteKind<AppCaller> {
  return {
    ...routeDefaults,
    name,
    security: "projectToken",
    bareRefusals: true,
    bodyLimit: 256 * kilobyte,
    cors: true,
    bodyFirst: true,
    answers: {
      400: invalidStatus === 400 ? "Token is required! / Invalid token!" : "Token is required!",
      401: [...(invalidStatus === 401 ? ["Invalid token!"] : []), ...Object.values(signatureProblems)].join(
        " / ",
      ),
      429: limitText,
    },
    headers: signatureHeaders,
    async admit(call: Call, body: JsonObject | null, bytes): Promise<Admission<AppCaller>> {
      const token = body?.token;
      // Callers without a valid token share one bucket per address. Valid ones do not use it, because one address may
      // serve a whole network of phones.
      const stranger = async () =>
        limitedBuckets([
          `client-stranger:${callerNetwork(call.address)}`,
          (await instanceLimits(call.now)).client,
        ]);
      if (token === undefined || token === null || token === "") {
        await spendTokens(await stranger(), call, 1);
        throw new Refusal("token_missing", "Token is required!", { fields: { token: "Required." } });
      }
      const text = typeof token === "string" ? token.trim() : "";
      const caller = await appCaller.find(text, call.now);
      if (!caller) {
        await spendTokens(await stranger(), call, 1);
        throw new Refusal("token_invalid", "Invalid token!", {
          status: invalidStatus,
          fields: { token: "Unknown." },
        });
      }
      call.project = caller.project.id;
      refuseFrozen(caller.project);
      const refusal = unsigned(call, bytes, caller);
      if (refusal) {
        // The token is public, so requests that anyone can send with it must not count against the limit of the app
        // itself.
        await spendTokens(await stranger(), call, 1);
        note(call, bytes, caller, refusal);
        throw refusal;
      }
      await spendTokens(bucketsOf(caller), call, 1, jitterMs);
      return { caller };
    },
    onRefusal(call, body, caller, refusal) {
      if (caller) note(call, body, caller, refusal);
    },
    onReply(call, sent, { project, watchedUntil }, { status, body: answer }) {
      const { now, tick } = call;
      if (!isWatchedAt(now, watchedUntil) || !sent || typeof answer !== "string") return;
      noteCall(project.id, { path: endpointOf(call), sent, status, answer, now, tick });
    },
  };
}

const bucketsOf = ({ project, token }: AppCaller): Bucket[] =>
  limitedBuckets([`client:${project.id}:${token}`, project.limits.client]);

/** Takes further free places of the caller's limit, and returns their number. */
export async function spendTokensUpTo(count: number, caller: AppCaller, tick: number): Promise<number> {
  const requested = bucketsOf(caller);
  if (requested.length === 0) return count;
  const results = await Promise.all(Array.from({ length: count }, () => limiter().take(requested, tick)));
  return results.filter(({ full }) => full === null).length;
}

export const clientRoute = tokenRoute("client", 400);
export const attributionDataRoute = tokenRoute("attribution-data", 401);
/** For many calls in one body: each is checked separately, and takes its own place in the limit. */
export const batchRoute: RouteKind<AppCaller> = {
  ...clientRoute,
  name: "client-batch",
  parse: (bytes) => parseObjectWithList("calls", bytes),
};
export const rateLimitedRefusal = () => tooMany(1);
