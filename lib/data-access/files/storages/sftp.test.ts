import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { completeEnv, env } from "@/lib/base/env";
import { openStorage } from "@/lib/data-access/files/storages/open";
import { readHostKey } from "@/lib/data-access/files/storages/ssh";
import { anSftpServer, hasSsh2 } from "@/testing/files/sftp-server";

const root = mkdtempSync(join(tmpdir(), "cairn-sftp-"));
let server: Awaited<ReturnType<typeof anSftpServer>>;
let hostKey = "";
const name = "project=shop/dataset=installs/part-1.csv.gz";

const allow = (host: string) => completeEnv({ OUTBOUND_ALLOW: [...env.OUTBOUND_ALLOW, host].join(",") });

beforeAll(async () => {
  if (!hasSsh2) return;
  server = await anSftpServer();
  allow(server.host);
  hostKey = (await readHostKey(server.place)).fingerprint;
});
beforeEach(() => {
  if (!hasSsh2) return;
  server.files.clear();
  server.hooks.before = () => undefined;
  server.hooks.after = () => {};
  server.calls.length = 0;
  server.logins.length = 0;
});
afterAll(async () => {
  await server?.end();
  rmSync(root, { recursive: true, force: true });
});

const open = (place: Record<string, string> = {}, secrets: Record<string, string> = server.secrets) =>
  openStorage({ slug: "shop" }, "sftp", {
    ...{ secrets, personal: false },
    place: { ...server.place, host_key: hostKey, prefix: "raw/cairn", ...place },
  });

const put = (place: Record<string, string> = {}, secrets?: Record<string, string>) =>
  open(place, secrets).put(name, { text: "rows" }, "application/gzip");

test.skipIf(!hasSsh2)("a file is uploaded under a hidden name and renamed when it is whole", async () => {
  const path = join(root, "source");
  const bytes = Buffer.alloc(3_000_001, "x");
  writeFileSync(path, bytes);
  const visible = new Set<string>();
  server.hooks.after = ({ op }) => {
    if (op === "write") for (const one of server.files.keys()) visible.add(one);
  };
  await open().put(name, { path, bytes: bytes.length }, "application/gzip");
  expect([...visible]).toEqual(["raw/cairn/project=shop/dataset=installs/.part-1.csv.gz.unfinished"]);
  expect([...server.files.keys()]).toEqual([`raw/cairn/${name}`]);
  expect(server.files.get(`raw/cairn/${name}`)!.data.equals(bytes)).toBe(true);
  expect(server.folders.has("raw/cairn/project=shop/dataset=installs")).toBe(true);
});

test.skipIf(!hasSsh2)("a file that is stored again, such as a manifest, is still there once", async () => {
  await put();
  await put();
  expect([...server.files.keys()]).toEqual([`raw/cairn/${name}`]);
});

test.skipIf(!hasSsh2)("a failed upload leaves no file, and says why", async () => {
  server.hooks.before = ({ op }) => (op === "rename" ? 4 : undefined);
  await expect(put()).rejects.toThrow(
    `The server did not store raw/cairn/${name}. The server reports: Failure.`,
  );
  expect(server.files.size).toBe(0);
  server.hooks.before = ({ op }) => (op === "open" ? 3 : undefined);
  await expect(put()).rejects.toMatchObject({
    message: `The server did not store raw/cairn/${name}. The user may not write to the folder.`,
    isRefused: true,
  });
});

test.skipIf(!hasSsh2)(
  "a removal also removes what a killed process has left behind, and a missing file is no error",
  async () => {
    await put();
    const [part] = [`raw/cairn/${name}`.replace("part-1", ".part-1").concat(".unfinished")];
    server.files.set(part!, { data: Buffer.from("ro") });
    await open().remove(name);
    await open().remove(name);
    expect([...server.files.keys()]).toEqual([]);
  },
);

test.skipIf(!hasSsh2)(
  "nothing is sent to a server with another key, and the text has both ways out",
  async () => {
    const other = `SHA256:${"A".repeat(43)}`;
    await expect(put({ host_key: other })).rejects.toThrow(
      `The server has another host key than before: ${hostKey} (ssh-ed25519). Nothing was sent. If its key was replaced, enter the new fingerprint.`,
    );
    expect(server.logins).toEqual([]);
    expect(server.calls).toEqual([]);
  },
);

test.skipIf(!hasSsh2)("the fingerprint is read without a login", async () => {
  expect(await readHostKey(server.place)).toEqual({
    type: "ssh-ed25519",
    fingerprint: expect.stringMatching(/^SHA256:[A-Za-z0-9+/]{43}$/),
  });
  expect(server.logins).toEqual([]);
});

test.skipIf(!hasSsh2)("a private key, with and without a passphrase", async () => {
  const { default: ssh2 } = await import("ssh2");
  for (const kind of ["ed25519", "rsa"] as const) {
    const bits = kind === "rsa" ? { bits: 2048 } : {};
    const options = { ...bits, passphrase: "open sesame", cipher: "aes256-cbc", rounds: 1 };
    const locked = ssh2.utils.generateKeyPairSync(kind, options);
    const own = await anSftpServer({ publicKey: locked.public, hostKey: server.hostKey });
    allow(own.host);
    const login = (secrets: Record<string, string>) => put(own.place, secrets);
    const secrets = { private_key: locked.private.trim(), passphrase: "open sesame" };
    await login(secrets);
    expect([...own.files.keys()]).toEqual([`raw/cairn/${name}`]);
    await expect(login({ ...secrets, passphrase: "wrong" })).rejects.toThrow(
      "The private key can't be read. Check the key and its passphrase.",
    );
    await expect(login({ password: "wrong" })).rejects.toThrow(
      "The server does not accept the user with this password or key.",
    );
    await own.end();
  }
});

test.skipIf(!hasSsh2)("a wrong password has its reason, which does not contain it", async () => {
  await expect(put({}, { password: "not this one" })).rejects.toThrow(
    "The server does not accept the user with this password or key.",
  );
});

test.skipIf(!hasSsh2)("private networks are not called unless the operator allows them", async () => {
  await expect(put({ port: "22" })).rejects.toThrow(
    "127.0.0.1: Its host is in a private network. An operator can allow it with OUTBOUND_ALLOW.",
  );
  await expect(readHostKey({ host: "127.0.0.1" })).rejects.toThrow("private network");
});

test.skipIf(!hasSsh2)("a port that is closed or not an SSH server has its reason", async () => {
  const web = createServer((socket) => socket.resume().end("HTTP/1.1 400 Bad Request\r\n\r\n"));
  await new Promise<void>((done) => web.listen(0, "127.0.0.1", done));
  const { port } = web.address() as { port: number };
  allow(`127.0.0.1:${port}`);
  await expect(put({ port: String(port) })).rejects.toThrow(
    /^The server (is not a compatible SSH server|closed)/,
  );
  await new Promise((done) => web.close(done));
  await expect(put({ port: String(port) })).rejects.toThrow("It can't be reached.");
});
