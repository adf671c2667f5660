import type { z } from "zod";
import { isRefusedRow, isTemporaryFailure } from "@/lib/base/database-failure";
import { Deadline, withDeadline } from "@/lib/base/deadline";
import { callTimeoutMs } from "@/lib/base/env";
import type { ErrorCode } from "@/lib/base/error-codes";
import { describeError, log } from "@/lib/base/log";
import { Refusal } from "@/lib/base/refusal";
import { atMostEachSecond } from "@/lib/base/throttle";
import { QueueFull } from "@/lib/platform/batch";
import { type Call, inspectObject, type JsonObject, parseObject } from "@/lib/platform/http/call";
import { errorHeader, json, type Reply, withCors } from "@/lib/platform/http/reply";

/**
 * A kind of caller: one line of the interface's tables of credentials and limits. The kinds are defined in
 * lib/gateway/routes.ts; this file only applies them.
 */
export type RouteKind<Caller> = {
  name: string;
  /** The OpenAPI security scheme, or none. */
  security: "serverKey" | "projectToken" | "siteToken" | "session" | "cron" | "metrics" | null;
  /** The largest body, in bytes. */
  bodyLimit: number;
  /** Web pages of any origin may call it. */
  cors: boolean;
  /** The credential is in the body, which is therefore read before anything else. */
  bodyFirst: boolean;
  /** Reads the body; `parseObject` by default. */
  parse?(bytes: Uint8Array): JsonObject;
  deadlineMs: number;
  /** A refusal is the bare envelope; otherwise forms also get the reason for each refused field. */
  bareRefusals?: boolean;
  /** Checks the credential and takes a place in the rate limits; throws a Refusal. */
  admit(
    call: Call,
    body: JsonObject | null,
    bytes: Uint8Array | null,
  ): Promise<Admission<Caller>> | Admission<Caller>;
  /** Headers beyond the credential, for the reference. */
  headers?: Record<string, string>;
  /** Headers without which an example of the reference is refused. */
  exampleHeaders?: Record<string, string>;
  /** Answers that every route of this kind may give, for the reference. */
  answers: Record<number, string>;
  /** Called for each answer to an admitted caller, also for a call within another one. */
  onReply?(call: Call, body: JsonObject | null, caller: Caller, reply: Reply): void;
  /** The refusal that corresponds to a failure to store; null for any other failure. */
  refusalOf?(error: unknown): Refusal | null;
  /** Called for each refusal, whether the caller was admitted or not. */
  onRefusal?(call: Call, body: Uint8Array | null, caller: Caller | null, refusal: Refusal): void;
};

export type Admission<Caller> = {
  caller: Caller;
  /** Takes places in further limits, only once the arguments are valid. */
  afterValidation?: () => Promise<void> | void;
};

type Schema = z.ZodType;
type Output<S> = S extends Schema ? z.output<S> : undefined;

/**
 * One documented answer: the sentence, and the schema of `data`, or of the whole body for an answer without the
 * envelope.
 */
export type DeclaredAnswer = {
  msg?: string | string[];
  data?: Schema;
  body?: Schema;
  /** The schema of each line of an answer with many. */
  lines?: Schema;
  /** Headers of the answer, with their meanings. */
  headers?: Record<string, string>;
  description?: string;
};

export type Declaration<Caller, P, Q, B> = {
  summary: string;
  description?: string;
  tag: string;
  params?: P;
  query?: Q;
  body?: B;
  /** A valid body, which readers of the reference can copy and change. */
  example?: B extends Schema ? z.input<B> : never;
  /** A valid query, for the same readers. */
  exampleQuery?: Q extends Schema ? z.input<Q> : never;
  /** This endpoint always refuses, so it is not in the reference. */
  unlisted?: true;
  /** The contract defines the bodies of its errors, so their code is only in the header. */
  contract?: true;
  answers: Record<number, DeclaredAnswer>;
  handle(input: {
    caller: Caller;
    call: Call;
    params: Output<P>;
    query: Output<Q>;
    body: Output<B>;
  }): Promise<Reply> | Reply;
};

/** An endpoint as a value; both adapters and the API reference are made from it. */
export type Route = {
  kind: RouteKind<unknown>;
  declaration: Declaration<unknown, Schema | undefined, Schema | undefined, Schema | undefined>;
  answer(call: Call): Promise<Reply>;
};

/** The types of a route's query, body and answer as its caller sees them. They exist only at compile time. */
export type RouteTypes<Query, Body, Data> = { readonly types?: { query: Query; body: Body; data: Data } };

type Input<S> = S extends Schema ? z.input<S> : undefined;
/** The data of a successful answer: JSON, or nothing. */
type Done<A> = A extends { 200: { data: infer D extends Schema } } | { 201: { data: infer D extends Schema } }
  ? z.output<D>
  : null;

export function defineRoute<
  Caller,
  const A extends Record<number, DeclaredAnswer>,
  P extends Schema | undefined = undefined,
  Q extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
>(
  kind: RouteKind<Caller>,
  declaration: Declaration<Caller, P, Q, B> & { answers: A },
): Route & RouteTypes<Input<Q>, Input<B>, Done<A>> {
  const route: Route = {
    kind: kind as RouteKind<unknown>,
    declaration: declaration as unknown as Route["declaration"],
    answer: async (call) => {
      const reply = await answer(route, call);
      if (kind.cors) withCors(reply);
      reply.headers["x-request-id"] = call.requestId;
      return reply;
    },
  };
  return route;
}

async function answer(route: Route, call: Call): Promise<Reply> {
  const { kind, declaration } = route;
  let bytes: Uint8Array | null = null;
  let body: JsonObject | null = null;
  let caller: unknown = null;

  const run = async (): Promise<Reply> => {
    const takesBody = declaration.body !== undefined;
    const readBody = async () => {
      bytes = await call.bytes(kind.bodyLimit);
      body = (kind.parse ?? parseObject)(bytes);
    };
    if (takesBody && kind.bodyFirst) await readBody();
    const admission = await kind.admit(call, body, bytes);
    caller = admission.caller;
    if (takesBody && !kind.bodyFirst) await readBody();
    const params = parsedOrRefused(declaration.params, call.params);
    const query = parsedOrRefused(declaration.query, declaration.query ? queryObject(call.query) : undefined);
    const checkedBody = parsedOrRefused(declaration.body, body);
    await admission.afterValidation?.();
    return await declaration.handle({ caller, call, params, query, body: checkedBody } as never);
  };

  let reply: Reply;
  try {
    reply = await withDeadline(run(), callTimeoutMs(kind.deadlineMs));
  } catch (error) {
    reply = notAnswered(error, route, call, bytes, caller);
  }
  if (caller !== null) kind.onReply?.(call, body, caller, reply);
  return reply;
}

/** Answers a call inside another one, whose caller was admitted with the outer call. */
export async function answerWithin<Caller>(
  route: Route,
  call: Call,
  { caller, body }: { caller: Caller; body: JsonObject },
): Promise<Reply> {
  const { kind, declaration } = route;
  let reply: Reply;
  try {
    inspectObject(body);
    const checked = parsedOrRefused(declaration.body, body);
    reply = await declaration.handle({ caller, call, params: undefined, query: undefined, body: checked });
  } catch (error) {
    reply = notAnswered(error, route, call, error instanceof Refusal ? bytesOf(body) : null, caller);
  }
  kind.onReply?.(call, body, caller, reply);
  return reply;
}

/** Null for a body that is nested too deeply to be serialized. */
function bytesOf(body: JsonObject): Uint8Array | null {
  try {
    return Buffer.from(JSON.stringify(body));
  } catch {
    return null;
  }
}

function notAnswered(
  error: unknown,
  { kind, declaration }: Route,
  call: Call,
  bytes: Uint8Array | null,
  caller: unknown,
): Reply {
  const form = declaration.contract ? "contract" : kind.bareRefusals ? "code" : "fields";
  if (!(error instanceof Refusal)) {
    const refusal = kind.refusalOf?.(error) ?? null;
    return refusal ? refusalReply(refusal, form) : failedReply(error, call, form);
  }
  kind.onRefusal?.(call, bytes, caller, error);
  return refusalReply(error, form);
}

/**
 * The body of an error: the envelope of the contract, optionally with the error's code or with the reason for each
 * rejected field.
 */
export type ErrorForm = "contract" | "code" | "fields";

export function refusalReply(refusal: Refusal, form: ErrorForm = "contract"): Reply {
  const { code, status, message, headers, extra, fields } = refusal;
  const more =
    form === "contract" ? {} : { code, ...(form === "fields" && fields ? { errors: fields } : {}) };
  return json(
    status,
    { msg: message, status, data: extra, ...extra, ...more },
    { ...headers, [errorHeader]: code },
  );
}

export const unavailableReply = (form?: ErrorForm): Reply =>
  refusalReply(
    new Refusal("unavailable", "Service temporarily unavailable. Please try again.", {
      headers: { "retry-after": "1" },
    }),
    form,
  );

/** The caller gets one sentence about a failure; the cause is logged, without personal data. */
export function failedReply(
  error: unknown,
  { requestId, project }: { requestId: string; project?: number },
  form?: ErrorForm,
): Reply {
  const passing = isTemporaryFailure(error) || error instanceof Deadline || error instanceof QueueFull;
  const level = passing ? "warn" : "error";
  const about = describeError(error);
  const kind = [level, about.error, about.code, passing ? "" : about.frames?.[0]].join(" ");
  atMostEachSecond(kind, (leftOut) => {
    log()[level](
      leftOut > 0 ? { left_out: leftOut, ...about } : { requestId, project, ...about },
      "request failed",
    );
  });
  if (passing) return unavailableReply(form);
  // The database rejected a value that passed the schema. This is the caller's mistake, and ours for not explaining it
  // better.
  if (isRefusedRow(error))
    return refusalReply(
      new Refusal("value_not_storable", "The request contains a value that can't be stored."),
      form,
    );
  return refusalReply(new Refusal("internal_error", "Internal server error"), form);
}

/** Postgres cannot store or search for U+0000. The replacement is in no stored text, so the search has no result. */
const withoutNul = (text: string) => text.replaceAll("\u0000", "\ufffd");

/**
 * The first value of each parameter; an empty one counts as absent. The object has no prototype, because callers choose
 * the names.
 */
function queryObject(query: URLSearchParams): Record<string, string> {
  const out: Record<string, string> = Object.create(null);
  for (const [key, value] of query) if (value !== "" && !(key in out)) out[key] = withoutNul(value);
  return out;
}

/** The data that `rejectValue` of lib/base/params.ts attaches to an issue. */
type RefusedAs = { code?: ErrorCode; status?: number };

/** The parsed value. Throws a refusal with the first message of each field. */
export function parsedOrRefused(schema: Schema | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const fields: Record<string, string> = Object.create(null);
  for (const issue of parsed.error.issues) fields[issue.path.join(".") || "body"] ??= issue.message;
  const first = parsed.error.issues[0]!;
  const { code = "invalid_request", status }: RefusedAs = first.code === "custom" ? (first.params ?? {}) : {};
  throw new Refusal(code, first.message, { status, fields });
}
