/**
 * Calls to addresses that members enter, many to each, so connections are kept. The address was checked when the
 * connection was made. The connection keeps that address even if the name resolves differently later.
 */
import { isIP } from "node:net";
import { setImmediate as turnOfOthers } from "node:timers/promises";
import { Agent, buildConnector, type Dispatcher } from "undici";
import {
  type AddressGuard,
  fetchProblem,
  headerTexts,
  publicAddressOf,
  SafeFetchError,
} from "@/lib/platform/safe-fetch";

/** The maximum for one host. */
const maxConnections = 16;
const idleMs = 60_000;
/** A longer response is cut off: its status is sufficient. */
const maxBytes = 256 * 1024;

export type KeepAliveCall = {
  method: "GET" | "POST" | "DELETE";
  url: string;
  headers: Record<string, string>;
  body: string | null;
};
export type KeepAliveResponse = { status: number; headers: Record<string, string>; body: string };

/** A call takes at most `timeoutMs`, from the name look-up to the last byte. */
export function keepAliveCalls(
  guardOf: (origin: URL) => AddressGuard,
  timeoutMs: number,
): (call: KeepAliveCall) => Promise<KeepAliveResponse> {
  const connectTo = buildConnector({ timeout: timeoutMs });
  const connect: buildConnector.connector = (options, done) => {
    const { protocol, host, hostname } = options;
    const servername = isIP(hostname) ? {} : { servername: hostname };
    publicAddressOf(hostname, guardOf(new URL(`${protocol}//${host}`))).then(
      (address) => connectTo({ ...options, ...servername, hostname: address }, done),
      (error) => done(error, null),
    );
  };
  const limits = {
    connections: maxConnections,
    keepAliveTimeout: idleMs,
    headersTimeout: 0,
    bodyTimeout: 0,
  };
  const agent = new Agent({ connect, ...limits });
  return async (call) => {
    const end = performance.now() + timeoutMs;
    const answer = await request(agent, call, timeoutMs).catch((error: SafeFetchError) => {
      // The other end may have closed a kept connection at the same moment.
      if (/^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/.test(error.code ?? ""))
        return request(agent, call, end - performance.now());
      throw error;
    });
    // Only after this turn is the connection free again; without it, the next call would open another one.
    await turnOfOthers();
    return answer;
  };
}

function request(
  agent: Agent,
  { method, url, headers, body }: KeepAliveCall,
  timeoutMs: number,
): Promise<KeepAliveResponse> {
  const { origin, pathname, search } = new URL(url);
  return new Promise((resolve, reject) => {
    let running: Dispatcher.DispatchController | null = null;
    let isOver = false;
    let answer = { status: 0, headers: {} as Record<string, string> };
    const parts: Buffer[] = [];
    let size = 0;
    const end = (settle: () => void) => {
      isOver = true;
      clearTimeout(timer);
      settle();
    };
    const give = () => end(() => resolve({ ...answer, body: Buffer.concat(parts).toString("utf8") }));
    const timer = setTimeout(() => {
      const late = new SafeFetchError("timeout");
      end(() => reject(late));
      running?.abort(late);
    }, timeoutMs);
    agent.dispatch(
      {
        origin,
        path: `${pathname}${search}`,
        method,
        headers: { "user-agent": "Cairn", accept: "*/*", ...headers },
        body,
      },
      {
        onRequestStart(controller) {
          running = controller;
          // The call waited for a connection until its time was over.
          if (isOver) controller.abort(new SafeFetchError("timeout"));
        },
        onResponseStart(_controller, status, found) {
          answer = { status, headers: headerTexts(found) };
        },
        onResponseData(controller, part) {
          size += part.byteLength;
          if (size <= maxBytes) parts.push(part);
          else {
            give();
            controller.abort(new SafeFetchError("too_large"));
          }
        },
        onResponseEnd: give,
        onResponseError: (_controller, error) => end(() => reject(fetchProblem(error))),
      },
    );
  });
}
