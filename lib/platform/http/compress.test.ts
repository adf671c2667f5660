import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { compressed } from "@/lib/platform/http/compress";
import { download, json, type Reply } from "@/lib/platform/http/reply";

const large = () => json(200, { rows: Array.from({ length: 500 }, (_, id) => ({ id, name: "क्रमांक" })) });

async function through(reply: Reply, accepted?: string) {
  const body = await compressed(reply, accepted);
  return { body, encoding: reply.headers["content-encoding"], vary: reply.headers.vary };
}

test("a large response is compressed with br or gzip, as the client accepts, and has Vary", async () => {
  const original = String(large().body);
  const br = await through(large(), "gzip, deflate, br, zstd");
  expect(br).toMatchObject({ encoding: "br", vary: "accept-encoding" });
  expect(brotliDecompressSync(br.body!).toString()).toBe(original);
  const gzip = await through(large(), "gzip");
  expect(gzip.encoding).toBe("gzip");
  expect(gunzipSync(gzip.body!).toString()).toBe(original);
  expect(gzip.body!.byteLength * 4).toBeLessThan(Buffer.byteLength(original));
});

test.each([
  ["br;q=0, gzip", "gzip"],
  ["br;q=0.000, gzip;q=0.1", "gzip"],
  ["*", "br"],
  ["br;q=0, *", "gzip"],
  ["GZIP", "gzip"],
  ["identity", undefined],
  ["*;q=0", undefined],
  ["", undefined],
  [undefined, undefined],
])("Accept-Encoding: %s gets %s", async (accepted, encoding) => {
  const got = await through(large(), accepted);
  expect(got).toMatchObject({ encoding, vary: "accept-encoding" });
  expect(got.body === null).toBe(encoding === undefined);
});

test("small responses, images and encoded ones stay unchanged", async () => {
  expect(await through(json(200, { a: 1 }), "br")).toEqual({
    body: null,
    encoding: undefined,
    vary: undefined,
  });
  const picture = download("image/png", "a.png", new Uint8Array(5000));
  expect((await through(picture, "br")).body).toBeNull();
  const encoded = large();
  encoded.headers["content-encoding"] = "gzip";
  expect((await through(encoded, "br")).body).toBeNull();
});
