import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { endpoints } from "@/app/api/endpoints";
import { referencePages } from "@/lib/reference/pages";
import { referenceSite } from "@/lib/reference/site";

const site = referenceSite(endpoints);
const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  site({ method, path, header: (name) => headers[name] ?? null });
const textOf = async (path: string, headers?: Record<string, string>) =>
  Buffer.from((await get(path, headers)).body as Uint8Array).toString();
const pages = referencePages(endpoints);

test("each page is served with an ETag, and not sent again to clients that have it", async () => {
  expect(pages.length).toBeGreaterThan(20);
  for (const { path, title } of pages) {
    const reply = await get(path);
    expect(reply.status, path).toBe(200);
    expect(reply.headers["content-type"], path).toBe("text/html; charset=utf-8");
    expect(Buffer.from(reply.body as Uint8Array).toString(), path).toContain(`<h1>${title}</h1>`);
    const again = await get(path, { "if-none-match": reply.headers.etag! });
    expect(again, path).toMatchObject({ status: 304, body: null });
  }
});

test("pages are compressed, each encoding with its own ETag", async () => {
  const plain = await get("/docs/errors");
  const smaller = await get("/docs/errors", { "accept-encoding": "gzip" });
  expect(smaller.headers).toMatchObject({ "content-encoding": "gzip", vary: "Accept, Accept-Encoding" });
  expect(smaller.headers.etag).not.toBe(plain.headers.etag);
  expect(gunzipSync(smaller.body as Uint8Array)).toEqual(Buffer.from(plain.body as Uint8Array));
});

test("pages run only scripts of this server, and no inline scripts", async () => {
  for (const { path } of pages) {
    const { headers } = await get(path);
    expect(headers["content-security-policy"]).toContain("script-src 'self';");
    expect(headers["content-security-policy"]).not.toContain("unsafe");
    const page = await textOf(path);
    expect(page, path).not.toMatch(/<script(?![^>]* src=)|<style| style=| on[a-z]+="/);
  }
});

test("all resources of a page exist, and may be cached permanently", async () => {
  const page = await textOf("/docs");
  const loaded = [...page.matchAll(/(?:src|href|data-index)="(\/docs\/assets\/[^"]+)"/g)].map(
    ([, path]) => path!,
  );
  expect(loaded.length).toBeGreaterThan(4);
  for (const path of loaded)
    expect(await get(path), path).toMatchObject({
      status: 200,
      headers: { "cache-control": expect.stringContaining("immutable") },
    });
});

test("each page is available as Markdown, by its address and by content negotiation", async () => {
  for (const { path, title } of pages) {
    const markdown = await textOf(path, { accept: "text/markdown" });
    expect(markdown, path).toMatch(new RegExp(`^# ${title}\n`));
    expect(markdown).toBe(await textOf(path === "/docs" ? "/docs/index.md" : `${path}.md`));
  }
  const browser = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
  expect((await get("/docs", browser)).headers["content-type"]).toContain("text/html");
});

test("llms.txt lists each page", async () => {
  const text = await textOf("/llms.txt");
  const listed = [...text.matchAll(/\]\((\/docs[^)]+)\)/g)].map(([, path]) => path!);
  expect(listed).toHaveLength(pages.length);
  for (const path of listed) expect((await get(path)).headers["content-type"]).toContain("text/markdown");
});

test("another path is a 404 with the navigation, and another method a 405", async () => {
  expect((await get("/docs/nothing")).status).toBe(404);
  expect(await textOf("/docs/nothing")).toContain('href="/docs/errors"');
  expect((await get("/docs/")).status).toBe(200);
  expect((await get("/docs", {}, "POST")).status).toBe(405);
});
