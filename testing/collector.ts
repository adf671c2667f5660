import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** A 64-bit number is a number or text in the JSON of OTLP. */
type Value = { stringValue?: string; intValue?: string | number };
export type ReceivedSpan = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: Value }[];
  links?: { traceId: string; spanId: string }[];
  status: { code?: number };
};

/** Receives spans like an OpenTelemetry collector, and keeps them for assertions. */
export class TestCollector {
  readonly spans: ReceivedSpan[] = [];
  readonly requests: { headers: IncomingHttpHeaders; text: string; path: string }[] = [];
  status = 200;
  private readonly server: Server;

  constructor() {
    this.server = createServer(async (request, response) => {
      let text = "";
      for await (const part of request.setEncoding("utf8")) text += part;
      this.requests.push({ headers: request.headers, text, path: request.url ?? "" });
      if (this.status === 200) {
        for (const { scopeSpans } of JSON.parse(text).resourceSpans)
          for (const { spans } of scopeSpans) this.spans.push(...spans);
      }
      response.writeHead(this.status, { "content-type": "application/json" }).end("{}");
    });
  }

  async begin(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  of = (traceId: string) => this.spans.filter((span) => span.traceId === traceId);

  end(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

export const spanAttributes = ({ attributes }: ReceivedSpan): Record<string, string | undefined> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? String(value.intValue)]));
