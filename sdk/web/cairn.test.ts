import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
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

test("on a customer's domain it is no link", async () => {
  const asked = new Request("http://localhost/cairn.js", { headers: { host: "links.example.com" } });
  expect(await answerLink(asked)).toBeNull();
});
