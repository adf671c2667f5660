import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { GET } from "@/app/cairn.js/route";
import { answerLink } from "@/app/link";

const source = readFileSync(join(import.meta.dirname, "cairn.js"));

test("the script is smaller than 5 KB on the wire", () => {
  expect(gzipSync(source).length).toBeLessThan(5 * 1024);
});

test("the script knows no cookie, and sends what is told it in one place", () => {
  expect(source.toString()).not.toMatch(/document\.cookie|XMLHttpRequest|sendBeacon|new Image/);
  expect(source.toString().split("fetch(")).toHaveLength(2);
});

test("GET /cairn.js is the script, for any site, and not sent again unless it changed", async () => {
  const first = await GET(new Request("http://localhost/cairn.js"));
  expect(first.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
  expect(first.headers.get("cross-origin-resource-policy")).toBe("cross-origin");
  expect(Buffer.from(await first.arrayBuffer())).toEqual(source);
  const again = await GET(
    new Request("http://localhost/cairn.js", { headers: { "if-none-match": first.headers.get("etag")! } }),
  );
  expect(again.status).toBe(304);
});

test.each([
  ["br, gzip", "br"],
  ["gzip, deflate, br;q=0.5", "br"],
  ["gzip;q=1.0, br;q=0", "gzip"],
  ["*", "br"],
  ["identity", null],
  ["", null],
])(
  "GET /cairn.js with Accept-Encoding %j is sent as %s, with a tag of its own",
  async (accepted, encoding) => {
    const get = (headers: Record<string, string>) =>
      GET(new Request("http://localhost/cairn.js", { headers: { "accept-encoding": accepted, ...headers } }));
    const answer = await get({});
    expect(answer.headers.get("content-encoding")).toBe(encoding);
    expect(answer.headers.get("vary")).toBe("Accept-Encoding");
    const body = Buffer.from(await answer.arrayBuffer());
    const decoded = encoding === "br" ? brotliDecompressSync(body) : encoding ? gunzipSync(body) : body;
    expect(decoded).toEqual(source);
    if (encoding) expect(body.length).toBeLessThan(source.length / 2);
    const tag = answer.headers.get("etag")!;
    expect((await get({ "if-none-match": `"other", W/${tag}` })).status).toBe(304);
    const other = await get({ "if-none-match": tag, "accept-encoding": encoding ? "identity" : "br" });
    expect(other.status).toBe(200);
  },
);

test("on a customer's domain it is no link", async () => {
  const asked = new Request("http://localhost/cairn.js", { headers: { host: "links.example.com" } });
  expect(await answerLink(asked)).toBeNull();
});
