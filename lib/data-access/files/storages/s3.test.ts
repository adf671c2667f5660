import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { completeEnv } from "@/lib/base/env";
import { s3Storage } from "@/lib/data-access/files/storages/s3";
import { anS3Server } from "@/testing/files/s3-server";

const folder = mkdtempSync(join(tmpdir(), "cairn-s3-"));
let s3: Awaited<ReturnType<typeof anS3Server>>;
beforeAll(async () => {
  s3 = await anS3Server();
  completeEnv({ OUTBOUND_ALLOW: s3.host });
});
beforeEach(() => {
  s3.objects.clear();
  s3.calls.length = 0;
  s3.hooks.before = () => undefined;
});
afterAll(async () => {
  await s3.end();
  rmSync(folder, { recursive: true });
});

const storage = (place = {}, secrets = {}) =>
  s3Storage({ ...s3.place, ...place }, { ...s3.secrets, ...secrets });
const name = "raw/project=a b+ä/dt=2026-01-01/part-000.parquet";

function aFile(bytes: number) {
  const path = join(folder, String(bytes));
  writeFileSync(path, Buffer.alloc(bytes, "0123456789"));
  return { path, bytes };
}

test("a small file is one signed request, and a removal of a missing file is no error", async () => {
  await storage().put(name, aFile(1_000), "application/gzip");
  expect([...s3.objects.keys()]).toEqual([name]);
  expect(s3.calls.map(({ method }) => method)).toEqual(["PUT"]);
  await storage().remove(name);
  await storage().remove(name);
  expect(s3.objects.size).toBe(0);
});

test("a large file is uploaded in parts, and is visible only when it is whole", async () => {
  const seen: number[] = [];
  s3.hooks.before = () => {
    seen.push(s3.objects.size);
    return undefined;
  };
  const source = aFile(20 * 1024 * 1024 + 7);
  let parts = 0;
  await storage().put(name, source, "application/gzip", async () => {
    parts++;
  });
  expect(parts).toBe(3);
  expect(s3.objects.get(name)?.equals(Buffer.alloc(source.bytes, "0123456789"))).toBe(true);
  expect(seen).toEqual([0, 0, 0, 0, 0]);
  expect(s3.uploads.size).toBe(0);
});

test("a failed part aborts the upload, and no part stays in the storage", async () => {
  s3.hooks.before = ({ query }) =>
    query.get("partNumber") === "2" ? { status: 403, code: "AccessDenied" } : undefined;
  await expect(storage().put(name, aFile(17 * 1024 * 1024), "application/gzip")).rejects.toThrow(
    "The key may not do this. It needs PutObject",
  );
  expect(s3.objects.size).toBe(0);
  expect(s3.uploads.size).toBe(0);
});

test("an upload ends after the part during which its run has lost its claim", async () => {
  const lost = async () => {
    throw new Error("lost");
  };
  await expect(storage().put(name, aFile(17 * 1024 * 1024), "application/gzip", lost)).rejects.toThrow(
    "lost",
  );
  expect([s3.objects.size, s3.uploads.size]).toEqual([0, 0]);
});

test("a temporary error of the storage is retried", async () => {
  let failures = 1;
  s3.hooks.before = () => (failures-- > 0 ? { status: 503, code: "SlowDown" } : undefined);
  await storage().put(name, { text: "{}" }, "application/json");
  expect(s3.objects.size).toBe(1);
});

test.each([
  ["an unknown key", { access_key_id: "AKIAOTHER" }, {}, "The storage does not know the access key ID."],
  ["a wrong secret", {}, { secret_access_key: "wrong" }, "The secret access key is not valid."],
  ["an unknown bucket", { bucket: "nothing" }, {}, "The bucket does not exist."],
  ["a private address", { endpoint: "http://127.0.0.1:9" }, {}, "private network. An operator can allow it"],
  ["an unknown host", { endpoint: "http://storage.invalid" }, {}, "Its host name doesn't resolve."],
])("%s is reported in words", async (_what, place, secrets, words) => {
  await expect(storage(place, secrets).put(name, { text: "{}" }, "text/plain")).rejects.toThrow(words);
  expect(s3.objects.size).toBe(0);
});
