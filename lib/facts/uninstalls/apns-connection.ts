import { type ClientHttp2Session, connect, constants } from "node:http2";
import { LRUCache } from "lru-cache";

export type ApnsAnswer = {
  status: number;
  reason: string;
  /** Milliseconds since 1970 at which the token became invalid. */
  timestamp: number | null;
  retryAfter: string | undefined;
};

const timeoutMs = 10_000;
/** An idle connection is closed. */
const idleMs = 5 * 60_000;
const maxBytes = 16 * 1024;

/** One connection per address and provider: Apple requires separate connections for different providers. */
const connections = new LRUCache<string, ClientHttp2Session>({
  max: 100,
  dispose: (session) => session.close(),
});

function connectionTo(base: string, provider: string): ClientHttp2Session {
  const name = `${base} ${provider}`;
  const known = connections.get(name);
  if (known && !known.closed && !known.destroyed) return known;
  const session = connect(base);
  const evict = () => {
    if (connections.peek(name) === session) connections.delete(name);
  };
  // Each request gets its own error, so these handlers only remove the connection.
  session.on("error", evict);
  session.on("goaway", evict);
  session.on("close", evict);
  session.setTimeout(idleMs, () => session.close());
  session.unref();
  connections.set(name, session);
  return session;
}

type Probe = { base: string; provider: string; bearer: string; topic: string; token: string };

/** Sends one background push without a visible notification. */
export function sendPushRequest({
  base,
  provider,
  bearer,
  topic,
  token,
}: Probe): Promise<ApnsAnswer | { failed: string }> {
  const session = connectionTo(base, provider);
  return new Promise((resolve) => {
    // Closed since the lookup: a new stream would fail.
    if (session.closed || session.destroyed) return resolve({ failed: "closed" });
    const body = JSON.stringify({ aps: { "content-available": 1 } });
    const stream = session.request({
      [constants.HTTP2_HEADER_METHOD]: "POST",
      [constants.HTTP2_HEADER_PATH]: `/3/device/${encodeURIComponent(token)}`,
      authorization: `bearer ${bearer}`,
      "apns-topic": topic,
      "apns-push-type": "background",
      "apns-priority": "5",
      "content-type": "application/json",
    });
    let status = 0;
    let retryAfter: string | undefined;
    let text = "";
    const fail = (message: string) => {
      clearTimeout(timer);
      resolve({ failed: message });
    };
    // The session does not keep the process alive; this timer does until the response arrives.
    const timer = setTimeout(() => {
      fail("timeout");
      stream.close(constants.NGHTTP2_CANCEL);
      // The connection may be dead without an error: the next request opens another.
      session.close();
    }, timeoutMs);
    stream.setEncoding("utf8");
    stream.on("response", (headers) => {
      status = Number(headers[constants.HTTP2_HEADER_STATUS] ?? 0);
      const after = headers["retry-after"];
      retryAfter = typeof after === "string" ? after : undefined;
    });
    stream.on("data", (part: string) => {
      if (text.length < maxBytes) text += part;
    });
    stream.on("error", (error: NodeJS.ErrnoException) => fail(errorText(error)));
    stream.on("close", () => {
      clearTimeout(timer);
      resolve(status === 0 ? { failed: "broke off" } : { status, retryAfter, ...reasonIn(text) });
    });
    stream.end(body);
  });
}

const notFound = new Set(["ENOTFOUND", "EAI_AGAIN"]);
const unreachableCodes = new Set(["ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH", "ETIMEDOUT"]);

/** The cause of a stream's error is the connection's error. The texts are the same as for other calls. */
function errorText(error: NodeJS.ErrnoException): string {
  const code = (error.cause as NodeJS.ErrnoException | undefined)?.code ?? error.code ?? "";
  if (notFound.has(code)) return "unresolved";
  return unreachableCodes.has(code) ? "unreachable" : "broke off";
}

function reasonIn(text: string): Pick<ApnsAnswer, "reason" | "timestamp"> {
  try {
    const { reason, timestamp } = (text === "" ? {} : JSON.parse(text)) as Record<string, unknown>;
    return {
      reason: typeof reason === "string" ? reason.slice(0, 100) : "",
      timestamp: typeof timestamp === "number" ? timestamp : null,
    };
  } catch {
    // The body is a proxy's page, so only the status is used.
    return { reason: "", timestamp: null };
  }
}
