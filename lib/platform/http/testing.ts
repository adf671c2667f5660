/**
 * Calls endpoints as values in contract tests, in the same way as each adapter does. Checks every answer against the
 * endpoint's declaration.
 */

import { createServer, request as httpRequest, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, describe, inject } from "vitest";
import type { z } from "zod";
import { type ErrorCode, errorCodes, statusesOf } from "@/lib/base/error-codes";
import { Refusal } from "@/lib/base/refusal";
import type { Call } from "@/lib/platform/http/call";
import { type Endpoint, notFound } from "@/lib/platform/http/endpoint";
import { endpointsOf, type RouteTable } from "@/lib/platform/http/mount";
import { nodeCall, sendReply } from "@/lib/platform/http/node";
import { errorHeader, ndjsonType, type Reply } from "@/lib/platform/http/reply";
import { failedReply, refusalReply } from "@/lib/platform/http/route";
import { Router } from "@/lib/platform/http/router";
import { webHandler } from "@/lib/platform/http/web";

export type CallOptions = {
  /** A server key, sent in its header. */
  key?: string;
  /** A session's cookie. */
  session?: string;
  query?: string | Record<string, string | number>;
  /** An object is sent as JSON; text and bytes as they are. */
  body?: unknown;
  headers?: Record<string, string | string[]>;
  /** The caller's address. By default every call has a new one; null leaves it to the adapter. */
  address?: string | null;
  now?: Date;
  /** Milliseconds of the clock that rate limits use. */
  tick?: number;
};

// biome-ignore lint/suspicious/noExplicitAny: what came is for the test to look at.
export type TestedResponse = { status: number; headers: Headers; text: string; body: any };

/** `await call("GET /api/v1/campaigns", {key, query: {page: 2}})` */
export type CallEndpoint = (line: string, options?: CallOptions) => Promise<TestedResponse>;

type Overrides = Partial<Pick<Call, "address" | "now" | "tick">>;
type Prepared = {
  method: string;
  target: string;
  headers: [string, string][];
  body: Uint8Array | null;
  overrides: Overrides;
};
type Module = { GET: { endpoint: Endpoint } };

/** A `route.ts`, or a table of the dashboard's routes. */
const endpointsIn = (module: Module | RouteTable): Endpoint[] =>
  "GET" in module ? [(module as Module).GET.endpoint] : endpointsOf("/api/dashboard", module as RouteTable);

const byte = () => Math.floor(Math.random() * 256);
export const someAddress = () => `10.${byte()}.${byte()}.${byte()}`;

function prepare(line: string, options: CallOptions): Prepared {
  const [method = "", path = ""] = line.split(" ");
  const { key, session, query = "", body, headers = {}, address = someAddress(), now, tick } = options;
  const search =
    typeof query === "string"
      ? query
      : new URLSearchParams(Object.entries(query).map(([k, v]) => [k, String(v)])).toString();
  const sent = Object.entries(headers).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, one]),
  );
  if (key !== undefined) sent.push(["service-key", key]);
  if (session !== undefined) sent.push(["cookie", session]);
  const raw = typeof body === "string" || body instanceof Uint8Array;
  if (body !== undefined && !raw && !("content-type" in headers))
    sent.push(["content-type", "application/json"]);
  return {
    method,
    target: search ? `${path}?${search}` : path,
    headers: sent,
    body: body === undefined ? null : Buffer.from(raw ? (body as string) : JSON.stringify(body)),
    overrides: {
      ...(address === null ? {} : { address }),
      ...(now ? { now } : {}),
      ...(tick === undefined ? {} : { tick }),
    },
  };
}

async function throughWeb(router: Router, call: Prepared): Promise<TestedResponse> {
  const found = router.find(call.target.split("?")[0] ?? "");
  if (!found) return answered(404, new Headers(), notFound().body as string);
  const { endpoint } = found;
  const handler = webHandler(endpoint.path, (made) => endpoint.answer({ ...made, ...call.overrides }));
  const headers = new Headers();
  for (const [name, value] of call.headers) headers.append(name, value);
  if (!headers.has("host")) headers.set("host", "localhost");
  const body = call.method === "GET" || call.method === "HEAD" ? null : (call.body as BodyInit | null);
  const response = await handler(
    new Request(`http://localhost${call.target}`, { method: call.method, headers, body }),
  );
  return answered(response.status, response.headers, await response.text());
}

/** A server like the front process, with the clocks and addresses that a test sets. */
class NodeServer {
  private server: Server | undefined;
  private readonly overrides = new Map<string, Overrides>();
  private serial = 0;
  private port = 0;
  private readonly router: Router;

  constructor(router: Router) {
    this.router = router;
  }

  async start() {
    this.server = createServer(async (request, response) => {
      const id = String(request.headers["x-test-call"]);
      const head = request.method === "HEAD";
      let reply: Reply;
      try {
        const found = this.router.find((request.url ?? "").split("?")[0] ?? "");
        reply = found
          ? await found.endpoint.answer({ ...nodeCall(request, found.params, id), ...this.overrides.get(id) })
          : notFound();
      } catch (error) {
        reply = error instanceof Refusal ? refusalReply(error) : failedReply(error, { requestId: id });
      }
      await sendReply(response, reply, head);
      if (!request.complete) request.resume();
    });
    // On a busy machine a call may otherwise reuse a connection that is about to be closed.
    this.server.keepAliveTimeout = 0;
    await new Promise<void>((resolve) => this.server?.listen(0, "127.0.0.1", resolve));
    this.port = (this.server.address() as AddressInfo).port;
  }

  async stop() {
    this.server?.closeAllConnections();
    await new Promise((resolve) => this.server?.close(resolve));
  }

  call({ method, target, headers, body, overrides }: Prepared): Promise<TestedResponse> {
    const id = String(this.serial++);
    this.overrides.set(id, overrides);
    let answering = false;
    return new Promise((resolve, reject) => {
      const sent = [...headers, ["x-test-call", id]];
      if (!headers.some(([name]) => name.toLowerCase() === "host")) sent.push(["host", "localhost"]);
      if (body) sent.push(["content-length", String(body.byteLength)]);
      const request = httpRequest(
        {
          port: this.port,
          method,
          path: target,
          headers: sent.flat() as never,
        },
        (response) => {
          answering = true;
          const chunks: Buffer[] = [];
          const received = new Headers();
          for (let i = 0; i < response.rawHeaders.length; i += 2) {
            received.append(response.rawHeaders[i] ?? "", response.rawHeaders[i + 1] ?? "");
          }
          response.on("data", (chunk) => chunks.push(chunk));
          response.on("end", () =>
            resolve(answered(response.statusCode ?? 0, received, Buffer.concat(chunks).toString())),
          );
        },
      );
      // A refused body is not read to its end: the answer counts, not the write that failed after it.
      request.on("error", (error) => (answering ? undefined : reject(error)));
      request.end(body ?? undefined);
    });
  }
}

function answered(status: number, headers: Headers, text: string): TestedResponse {
  let body: unknown = null;
  const type = headers.get("content-type");
  if (type === ndjsonType)
    body = text
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  else if (type?.includes("json") || text.startsWith("{")) body = JSON.parse(text);
  return { status, headers, text, body };
}

const isErrorCode = (code: string | null, status: number): boolean =>
  code !== null && Object.hasOwn(errorCodes, code) && statusesOf(code as ErrorCode).includes(status);

/** Any endpoint may give these answers; all others must be declared. */
const anywhere = [400, 413, 415, 500, 503];

function compareWithDeclaration(router: Router, { method, target }: Prepared, got: TestedResponse): void {
  const found = router.find(target.split("?")[0] ?? "");
  const route = found?.endpoint.routes[method as "GET"];
  const where = `${method} ${found?.endpoint.path ?? target} answered ${got.status}`;
  const code = got.headers.get(errorHeader);
  if (got.status >= 400 ? !isErrorCode(code, got.status) : code !== null)
    throw new Error(`${where} with the error code ${code}: ${got.text}`);
  if (!route) return;
  const { answers, contract } = route.declaration;
  if (got.status >= 400 && got.body?.msg !== undefined && got.body.code !== (contract ? undefined : code))
    throw new Error(`${where} with the code ${got.body.code} in its body, not ${contract ? "none" : code}`);
  if (route.kind.bareRefusals && got.status >= 400) {
    const known = ["msg", "status", "data", ...(contract ? [] : ["code"])];
    if (got.status === 402) known.push("payment_link");
    const more = Object.keys(got.body ?? {}).filter((key) => !known.includes(key));
    if (more.length > 0 || got.body?.status !== got.status)
      throw new Error(`${where} outside of its envelope: ${got.text}`);
  }
  const declared = answers[got.status];
  if (!declared) {
    if (anywhere.includes(got.status) || got.status in route.kind.answers) return;
    throw new Error(`${where}, which it does not declare: ${got.text}`);
  }
  if (got.status < 400 && declared.msg && got.body && ![declared.msg].flat().includes(got.body.msg)) {
    throw new Error(`${where} with another sentence than declared: ${got.body.msg}`);
  }
  if (declared.data) fits(declared.data, got.body?.data, where);
  if (declared.body) fits(declared.body, got.body, where);
  if (declared.lines) for (const line of got.body) fits(declared.lines, line, where);
}

function fits(schema: z.ZodType, value: unknown, where: string): void {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new Error(`${where} unlike its schema: ${parsed.error.message}`);
  // Parsing drops fields that the schema does not have, so the two must be equal.
  if (!isDeepStrictEqual(plain(parsed.data), plain(value))) {
    throw new Error(`${where} with more than its schema: ${JSON.stringify(value)}`);
  }
}

const plain = (value: unknown) => JSON.parse(JSON.stringify(value ?? null));

/** Runs the tests twice: with Next's adapter and with the front process's. */
export function throughBothAdapters(
  modules: (Module | RouteTable)[],
  tests: (call: CallEndpoint) => void,
): void {
  const router = new Router(modules.flatMap(endpointsIn));
  describe("through Next's adapter", () => {
    tests(checked(router, (prepared) => throughWeb(router, prepared)));
  });
  describe("through node:http", () => {
    const server = new NodeServer(router);
    beforeAll(() => server.start());
    afterAll(() => server.stop());
    tests(checked(router, (prepared) => server.call(prepared)));
  });
}

/**
 * Runs the tests once, each call through its adapter in production: Next serves the dashboard. The tests of app and
 * server endpoints prove that both adapters behave alike.
 */
export function asServed(modules: (Module | RouteTable)[], tests: (call: CallEndpoint) => void): void {
  const router = new Router(modules.flatMap(endpointsIn));
  const server = new NodeServer(router);
  describe("as it is served", () => {
    beforeAll(() => server.start());
    afterAll(() => server.stop());
    tests(
      checked(router, (prepared) =>
        prepared.target.startsWith("/api/dashboard") ? throughWeb(router, prepared) : server.call(prepared),
      ),
    );
  });
}

/** Runs the tests as served. `npm run test:faults` repeats them with the other adapter. */
export const asServedOrBoth = (modules: (Module | RouteTable)[], tests: (call: CallEndpoint) => void): void =>
  (inject("faultRounds") > 1 ? throughBothAdapters : asServed)(modules, tests);

const checked =
  (router: Router, run: (prepared: Prepared) => Promise<TestedResponse>): CallEndpoint =>
  async (line, options = {}) => {
    const prepared = prepare(line, options);
    const got = await run(prepared);
    compareWithDeclaration(router, prepared, got);
    return got;
  };

/** Removes the quotes around texts of a CSV file that do not need them. */
export const unquoted = (csv: string): string =>
  csv.replace(/"((?:[^"]|"")*)"/g, (whole, text: string) => (/[",\r\n]/.test(text) ? whole : text));
