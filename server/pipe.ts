import {
  Agent,
  request as httpRequest,
  type IncomingMessage,
  type RequestOptions,
  type ServerResponse,
} from "node:http";
import type { Duplex } from "node:stream";
import { pipeline } from "node:stream/promises";
import { env } from "@/lib/env";
import { send } from "@/lib/http/node";
import { envelope } from "@/lib/http/reply";

export type Visit = { requestId: string; address: string; host: string };

const hopByHop = new Set([
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** Hands a request on to Next, as it came but for who is believed: forwarded headers are rewritten. */
export class Pipe {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 256 });
  private readonly target: RequestOptions;
  private readonly upgraded = new Set<Duplex>();
  private readonly secret: string;

  constructor(target: { socketPath: string }, secret: string) {
    this.target = { ...target, agent: this.agent };
    this.secret = secret;
  }

  forward(request: IncomingMessage, response: ServerResponse, visit: Visit): Promise<void> {
    return new Promise((resolve) => {
      const upstream = httpRequest({
        ...this.target,
        method: request.method,
        path: request.url,
        headers: this.headers(request, visit),
        timeout: 60_000,
      });
      const give = (status: number, msg: string) => {
        send(response, envelope(status, msg, null, { "retry-after": "1", "x-request-id": visit.requestId }));
        resolve();
      };
      upstream.on("response", (answer) => {
        const headers = Object.fromEntries(
          Object.entries(answer.headers).filter(([name]) => !hopByHop.has(name)),
        );
        response.writeHead(answer.statusCode ?? 502, {
          ...headers,
          "x-request-id": visit.requestId,
        } as never);
        pipeline(answer, response).then(
          () => resolve(),
          () => resolve(),
        );
      });
      upstream.on("timeout", () => upstream.destroy(new Error("timeout")));
      upstream.on("error", () => {
        if (response.headersSent) response.destroy();
        if (response.headersSent || response.destroyed) return resolve();
        give(503, "The dashboard is starting. Please try again.");
      });
      // The visitor went away: Next need not go on.
      response.on("close", () => {
        if (!response.writableFinished) upstream.destroy();
      });
      pipeline(request, upstream).catch(() => upstream.destroy());
    });
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.upgraded.add(socket);
    socket.on("close", () => this.upgraded.delete(socket));
    // Either side may go while the other has not answered yet.
    socket.on("end", () => socket.destroy());
    socket.on("error", () => socket.destroy());
    const upstream = httpRequest({
      ...this.target,
      agent: false,
      path: request.url,
      headers: request.headers,
    });
    upstream.on("upgrade", (answer, other, otherHead) => {
      const lines = [`HTTP/1.1 101 ${answer.statusMessage ?? "Switching Protocols"}`];
      for (let i = 0; i < answer.rawHeaders.length; i += 2)
        lines.push(`${answer.rawHeaders[i]}: ${answer.rawHeaders[i + 1]}`);
      socket.write(`${lines.join("\r\n")}\r\n\r\n`);
      if (otherHead.length > 0) socket.write(otherHead);
      if (head.length > 0) other.write(head);
      other.pipe(socket).pipe(other);
      other.on("error", () => socket.destroy());
      other.on("close", () => socket.destroy());
      socket.on("close", () => other.destroy());
    });
    upstream.on("response", () => socket.destroy());
    upstream.on("error", () => socket.destroy());
    socket.on("close", () => upstream.destroy());
    upstream.end();
  }

  /** A server that closes waits for these for ever, and nobody else ends them. */
  endUpgraded(): void {
    for (const socket of this.upgraded) socket.destroy();
  }

  end(): void {
    this.agent.destroy();
  }

  private headers(request: IncomingMessage, visit: Visit): Record<string, string | string[]> {
    const headers: Record<string, string | string[]> = {};
    for (const [name, value] of Object.entries(request.headers)) {
      if (
        value === undefined ||
        hopByHop.has(name) ||
        name.startsWith("x-middleware-") ||
        name.startsWith("x-cairn-")
      )
        continue;
      headers[name] = value;
    }
    const proto = env.TRUSTED_PROXY_HOPS > 0 ? String(request.headers["x-forwarded-proto"] ?? "") : "";
    headers["x-forwarded-for"] = visit.address;
    headers["x-forwarded-host"] = visit.host;
    headers["x-forwarded-proto"] =
      proto === "https" || proto === "http" ? proto : new URL(env.APP_URL).protocol.slice(0, -1);
    headers["x-request-id"] = visit.requestId;
    headers["x-cairn-front"] = this.secret;
    headers["x-cairn-address"] = visit.address;
    return headers;
  }
}
