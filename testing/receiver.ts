import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { completeEnv, env } from "@/lib/base/env";

export type ReceivedCall = { path: string; method: string; headers: IncomingHttpHeaders; body: string };
export type ReceiverResponse = {
  status: number;
  body?: string;
  headers?: Record<string, string>;
  afterMs?: number;
};

/** A small server that accepts calls with a chosen response. Destinations may use its address. */
export async function aReceiver(
  answer: (call: ReceivedCall, n: number) => ReceiverResponse = () => ({ status: 204 }),
) {
  const calls: ReceivedCall[] = [];
  const server: Server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const { url = "", method = "", headers } = request;
      const call = { path: url, method, headers, body: Buffer.concat(parts).toString("utf8") };
      calls.push(call);
      const { status, body = "", headers: more = {}, afterMs = 0 } = answer(call, calls.length - 1);
      setTimeout(() => response.writeHead(status, more).end(body), afterMs);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const host = `127.0.0.1:${port}`;
  completeEnv({ OUTBOUND_ALLOW: [...env.OUTBOUND_ALLOW, host].join(",") });
  return {
    url: `http://${host}/hook`,
    calls,
    bodies: () => calls.map(({ body }) => JSON.parse(body)),
    end: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
