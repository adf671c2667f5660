import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { completeEnv } from "@/lib/base/env";
import { azureStorage } from "@/lib/data-access/files/storages/azure";

/** Blobs in memory, as the documentation of Azure's REST interface describes them. */
const blobs = new Map<string, Buffer>();
const blocks = new Map<string, Buffer>();
const seen: { blobs: number; failing: string | null } = { blobs: 0, failing: null };
let server: Server;
let endpoint = "";
const folder = mkdtempSync(join(tmpdir(), "cairn-azure-"));

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const url = new URL(request.url ?? "", "http://azure");
    const [, container, ...rest] = decodeURIComponent(url.pathname).split("/");
    const name = rest.join("/");
    const comp = url.searchParams.get("comp");
    const fail = (status: number, code: string) =>
      response.writeHead(status).end(`<Error><Code>${code}</Code><Message>Because.</Message></Error>`);
    if (url.searchParams.get("sig") !== "abc+/=" || !request.headers["x-ms-version"])
      return void fail(403, "AuthenticationFailed");
    if (container !== "exports") return void fail(404, "ContainerNotFound");
    if (seen.failing !== null && comp === seen.failing)
      return void fail(403, "AuthorizationPermissionMismatch");
    seen.blobs = Math.max(seen.blobs, blobs.size);
    if (request.method === "DELETE") {
      if (!blobs.delete(name)) return void fail(404, "BlobNotFound");
      return void response.writeHead(202).end();
    }
    if (comp === "block") blocks.set(`${name} ${url.searchParams.get("blockid")}`, body);
    else if (comp === "blocklist") {
      const parts = [...body.toString().matchAll(/<Latest>([^<]+)<\/Latest>/g)].map(([, id]) =>
        blocks.get(`${name} ${id}`),
      );
      if (parts.includes(undefined)) return void fail(400, "InvalidBlockList");
      blobs.set(name, Buffer.concat(parts as Buffer[]));
    } else if (request.headers["x-ms-blob-type"] === "BlockBlob") blobs.set(name, body);
    else return void fail(400, "MissingRequiredHeader");
    response.writeHead(201).end();
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  completeEnv({ OUTBOUND_ALLOW: new URL(endpoint).host });
});
beforeEach(() => {
  blobs.clear();
  blocks.clear();
  Object.assign(seen, { blobs: 0, failing: null });
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
  rmSync(folder, { recursive: true });
});

const storage = (place = {}, secrets = {}) =>
  azureStorage(
    { endpoint, account: "acme", container: "exports", ...place },
    { sas_token: "?sv=2022-11-02&sp=cwd&sig=abc%2B%2F%3D", ...secrets },
  );
const name = "raw/project=a b/part-000.parquet";

test("a small file is one request, and a removal of a missing file is no error", async () => {
  await storage().put(name, { text: "{}" }, "application/json");
  expect(blobs.get(name)?.toString()).toBe("{}");
  await storage().remove(name);
  await storage().remove(name);
  expect(blobs.size).toBe(0);
});

test("a large file is uploaded in blocks, and is visible only when it is whole", async () => {
  const path = join(folder, "large");
  const bytes = 17 * 1024 * 1024 + 3;
  writeFileSync(path, Buffer.alloc(bytes, "0123456789"));
  await storage().put(name, { path, bytes }, "application/gzip");
  expect(blobs.get(name)?.equals(Buffer.alloc(bytes, "0123456789"))).toBe(true);
  expect(seen.blobs).toBe(0);
  blobs.clear();
  seen.failing = "blocklist";
  await expect(storage().put(name, { path, bytes }, "application/gzip")).rejects.toThrow(
    "needs Create, Write and Delete",
  );
  expect(blobs.size).toBe(0);
});

test.each([
  ["a wrong signature", {}, { sas_token: "sig=other" }, "The shared access signature is not valid"],
  ["an unknown container", { container: "nothing" }, {}, "The container does not exist."],
  ["a private address", { endpoint: "http://127.0.0.1:9" }, {}, "private network"],
])("%s is reported in words", async (_what, place, secrets, words) => {
  await expect(storage(place, secrets).put(name, { text: "{}" }, "text/plain")).rejects.toThrow(words);
});
