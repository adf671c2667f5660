import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { Collector } from "@/lib/base/traces/collector";

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** Responds to each export with the next status of the list; null means no response. */
async function aCollector(statuses: (number | null)[], body: object = {}) {
  const got: number[][] = [];
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const part of request.setEncoding("utf8")) text += part;
    const status = statuses.length > 1 ? statuses.shift() : statuses[0];
    got.push(JSON.parse(text));
    if (status) response.writeHead(status).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ends.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { got, collector: new Collector<number>({ url, headers: {}, bodyOf: (items) => items }) };
}

test("spans that wait for a silent collector are limited, and the rest is dropped and counted", async () => {
  const { collector } = await aCollector([null]);
  for (let i = 0; i < 10_000; i++) collector.add(i);
  // Items being sent and a limited queue are kept; the rest is dropped.
  expect(collector.counts).toEqual({ exported: 0, dropped: 10_000 - 512 - 4_096 });
});

test("a collector that asks to retry gets the same spans again", async () => {
  const { collector, got } = await aCollector([503, 200]);
  collector.add(1);
  collector.add(2);
  await expect.poll(() => collector.counts).toEqual({ exported: 2, dropped: 0 });
  expect(got).toEqual([
    [1, 2],
    [1, 2],
  ]);
});

test("spans that it rejects are counted as dropped", async () => {
  const { collector } = await aCollector([200], { partialSuccess: { rejectedSpans: "2" } });
  for (const item of [1, 2, 3]) collector.add(item);
  await collector.stop(2_000);
  expect(collector.counts).toEqual({ exported: 1, dropped: 2 });
});

test("stopping takes at most its limit", async () => {
  const { collector } = await aCollector([null]);
  collector.add(1);
  await collector.stop(200);
  expect(collector.counts.exported).toBe(0);
});
