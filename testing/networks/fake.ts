/** A simulated network on this machine, with the path of a payload to it and back. */
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import type {
  DeliveryVerdict,
  DestinationConfig,
  DestinationKind,
  HttpAnswer,
  OutboundRow,
  OutgoingRequest,
} from "@/lib/outbound/mapping/kind";

export type FakeRequest = { method: string; url: URL; headers: IncomingHttpHeaders; body: string };
export type FakeResponse = { status: number; headers?: Record<string, string>; body: unknown };

/** A network's error, in its own words and format. */
export type FakeNetwork = (requests: FakeRequest) => FakeResponse | Promise<FakeResponse>;

export async function aNetwork(answer: FakeNetwork) {
  const requests: FakeRequest[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const question = {
      method: request.method ?? "",
      url: new URL(request.url ?? "/", "http://network"),
      headers: request.headers,
      body: Buffer.concat(parts).toString("utf8"),
    };
    requests.push(question);
    const { status, headers, body } = await answer(question);
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => new Promise((resolve) => void server.close(() => resolve())));
  return { base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked: requests };
}

export async function sendToFake(
  { method, url, headers, body }: OutgoingRequest,
  at: Date,
): Promise<HttpAnswer> {
  const response = await fetch(url, { method, headers, body });
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: await response.text(),
    at,
  };
}

export const anOutboundRow = (payload: Record<string, unknown>, id = "1"): OutboundRow => ({
  uid: `row:${id}`,
  deliveryId: id,
  payload,
  text: JSON.stringify(payload),
});

/** Sends payloads like the sender does, and returns the results. */
export async function sendPayloads(
  kind: DestinationKind,
  payloads: Record<string, unknown>[],
  to: Partial<DestinationConfig<unknown, unknown>>,
  now: Date,
): Promise<DeliveryVerdict | DeliveryVerdict[]> {
  const destination = { settings: {}, secrets: {}, token: "", base: "", tokenUrl: "", ...to };
  const rows = payloads.map((payload, index) => anOutboundRow(payload, String(index + 1)));
  return kind.read(await sendToFake(kind.request(rows, destination, now), now), rows.length, rows);
}

export const parsedJson = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
};

export const isSha256 = (value: unknown) => typeof value === "string" && /^[0-9a-f]{64}$/.test(value);
