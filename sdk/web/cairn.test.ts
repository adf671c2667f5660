import { readFileSync } from "node:fs";
import { request as httpRequest, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answerLink } from "@/app/link";
import { Router } from "@/lib/platform/http/router";
import { createFront } from "@/server/http/front";

const source = readFileSync(join(import.meta.dirname, "cairn.js"));

/** The public port, whose raw responses are compared before any decoding. */
let front: Server;
beforeAll(async () => {
  front = createFront({
    router: new Router([]),
    links: async () => null,
    isAppHost: () => false,
    // Not used, because the front process serves the script itself.
    pipe: null as never,
  });
  await new Promise<void>((resolve) => front.listen(0, "127.0.0.1", resolve));
});
afterAll(() => void front.close());

type Got = { status: number; headers: IncomingHttpHeaders; body: Buffer };
const get = (headers: Record<string, string> = {}, method = "GET"): Promise<Got> =>
  new Promise((resolve, reject) => {
    const { port } = front.address() as AddressInfo;
    const options = { host: "127.0.0.1", port, path: "/cairn.js", method, headers, agent: false } as const;
    httpRequest(options, async (response) => {
      const parts: Buffer[] = [];
      for await (const part of response) parts.push(part);
      resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(parts) });
    })
      .on("error", reject)
      .end();
  });

test("the compressed script is smaller than 6 KB", () => {
  expect(gzipSync(source).length).toBeLessThan(6 * 1024);
});

test("the script uses no cookie and sends everything in one place", () => {
  expect(source.toString()).not.toMatch(/document\.cookie|XMLHttpRequest|sendBeacon|new Image/);
  expect(source.toString().split("fetch(")).toHaveLength(2);
});

test("GET /cairn.js is the script, for any site, and not sent again unless it changed", async () => {
  const first = await get();
  expect(first.headers).toMatchObject({
    "content-type": "text/javascript; charset=utf-8",
    "cross-origin-resource-policy": "cross-origin",
    "access-control-allow-origin": "*",
    "x-content-type-options": "nosniff",
  });
  expect(first.body).toEqual(source);
  expect((await get({ "if-none-match": first.headers.etag! })).status).toBe(304);
  const head = await get({ "accept-encoding": "br" }, "HEAD");
  expect(head).toMatchObject({ status: 200, headers: { "content-encoding": "br" } });
  expect((await get({}, "POST")).status).toBe(405);
});

test.each([
  ["br, gzip", "br"],
  ["gzip, deflate, br;q=0.5", "br"],
  ["gzip;q=1.0, br;q=0", "gzip"],
  ["*", "br"],
  ["identity", undefined],
  ["", undefined],
])("GET /cairn.js with Accept-Encoding %j is sent as %s, with its own ETag", async (accepted, encoding) => {
  const answer = await get({ "accept-encoding": accepted });
  expect(answer.headers["content-encoding"]).toBe(encoding);
  expect(answer.headers.vary).toBe("Accept-Encoding");
  const { body } = answer;
  const decoded = encoding === "br" ? brotliDecompressSync(body) : encoding ? gunzipSync(body) : body;
  expect(decoded).toEqual(source);
  if (encoding) expect(body.length).toBeLessThan(source.length / 2);
  const tag = answer.headers.etag!;
  const again = await get({ "accept-encoding": accepted, "if-none-match": `"other", W/${tag}` });
  expect(again.status).toBe(304);
  const other = await get({ "if-none-match": tag, "accept-encoding": encoding ? "identity" : "br" });
  expect(other.status).toBe(200);
});

test("on a customer's domain it is not a link", async () => {
  const query = new Request("http://localhost/cairn.js", { headers: { host: "links.example.com" } });
  expect(await answerLink(query)).toBeNull();
});
