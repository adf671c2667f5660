/** Many calls of an app in one: the same endpoints, checks and answers as for single calls. */
import type { AppCaller } from "@/lib/accounts/access/callers";
import { Refusal } from "@/lib/base/refusal";
import { type BatchedCall, batchSteps } from "@/lib/gateway/batch-order";
import { batchRoute, rateLimitedRefusal, spendTokensUpTo } from "@/lib/gateway/routes";
import { type Call, isObject, type JsonObject, notAnObject } from "@/lib/platform/http/call";
import type { Endpoint } from "@/lib/platform/http/endpoint";
import { errorHeader, type Reply, storedHeader } from "@/lib/platform/http/reply";
import { answerWithin, type Route, refusalReply, unavailableReply } from "@/lib/platform/http/route";

/** The values that a single call has in its headers: the code of its error, and if its data was stored. */
type FromHeaders = { error?: string; stored?: false };
export type BatchedResponse = { status: number; body: unknown } & FromHeaders;
/** The fields that the batch sends once for all of its calls. */
type Shared = { token: unknown; sentAt: Date | undefined };
type BatchedRoute = { route: Route; path: string; body: JsonObject };

const prefix = "/api/client/";

export const routesByName = (endpoints: Endpoint[]): ReadonlyMap<string, Route> =>
  new Map(endpoints.map(({ path, routes }) => [path.slice(prefix.length), routes.POST!]));

/**
 * Answers in the order of the calls. Calls beyond the limit get 429. Calls behind one that could not be stored get 503
 * without an attempt: an event must not overtake the `trigger` that it needs.
 */
export async function answerBatch(
  routes: ReadonlyMap<string, Route>,
  call: Call,
  { caller, calls, ...shared }: { caller: AppCaller; calls: unknown[] } & Shared,
): Promise<{ answers: BatchedResponse[]; retryAfter: string | null }> {
  const free = 1 + (await spendTokensUpTo(calls.length - 1, caller, call.tick));
  const batched = calls.slice(0, free).map((sent) => batchedRouteOf(routes, sent));
  const replies = new Array<Reply>(calls.length);
  let isStuck = false;
  for (const step of batchSteps(batched.map(aboutOf))) {
    await Promise.all(
      step.map(async (i) => {
        replies[i] = isStuck ? unavailableReply("code") : await answerOne(batched[i]!, call, caller, shared);
      }),
    );
    isStuck ||= step.some((i) => replies[i]!.status >= 500);
  }
  for (let i = free; i < calls.length; i++) replies[i] = refusalReply(rateLimitedRefusal(), "code");
  return {
    answers: replies.map(answerOf),
    retryAfter: replies.find(({ headers }) => headers["retry-after"])?.headers["retry-after"] ?? null,
  };
}

function answerOf({ status, headers, body }: Reply): BatchedResponse {
  const error = headers[errorHeader];
  return {
    status,
    ...(error === undefined ? {} : { error }),
    ...(headers[storedHeader] === "false" ? { stored: false as const } : {}),
    body: JSON.parse(String(body)),
  };
}

function answerOne(
  batched: BatchedRoute | Refusal,
  call: Call,
  caller: AppCaller,
  { token, sentAt }: Shared,
): Promise<Reply> | Reply {
  if (batched instanceof Refusal) {
    batchRoute.onRefusal?.(call, null, caller, batched);
    return refusalReply(batched, "code");
  }
  const { route, path, body } = batched;
  // An idempotency key is for one fact; the batch's key would make all of its facts one.
  const header = (name: string) => (name === "idempotency-key" ? null : call.header(name));
  const sent = sentAt ? { sent_at: sentAt.getTime(), ...body, token } : { ...body, token };
  return answerWithin(route, { ...call, path: prefix + path, header }, { caller, body: sent });
}

/** The route of a call, or the reason why it cannot be carried out. */
function batchedRouteOf(routes: ReadonlyMap<string, Route>, sent: unknown): BatchedRoute | Refusal {
  if (!isObject(sent))
    return new Refusal("batch_call_invalid", "Each call must be an object with path and body.");
  const { path, body } = sent;
  if (typeof path !== "string") return new Refusal("batch_call_invalid", "path must be a string.");
  const route = routes.get(path);
  if (!route)
    return new Refusal("batch_path_unknown", `path must be one of ${[...routes.keys()].join(", ")}.`);
  return isObject(body) ? { route, path, body } : notAnObject();
}

/** The fields that identify a repeat, by call. */
const idFields: Record<string, string> = {
  "capture-payment": "payment_id",
  "capture-ad-revenue": "impression_id",
};

function aboutOf(batched: BatchedRoute | Refusal): BatchedCall {
  if (batched instanceof Refusal) return { path: "", install: null, id: null };
  const { path, body } = batched;
  const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : null);
  return {
    path,
    install: text(body.install_instance_id),
    id: text(body[idFields[path] ?? "event_id"]),
  };
}
