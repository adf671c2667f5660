/**
 * An SFTP service in memory, with the server of the package ssh2. `before` may return a status instead of the service,
 * and `after` may wait, for faults.
 */
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

/** The package is optional. */
export const hasSsh2 = (() => {
  try {
    require.resolve("ssh2");
    return true;
  } catch {
    console.warn("SKIPPED: files on an SSH server: the package ssh2 is not installed.");
    return false;
  }
})();

export type SftpCall = { op: "open" | "write" | "rename" | "remove" | "mkdir"; path: string };
type File = { data: Buffer };

const status = { ok: 0, missing: 2, denied: 3, failure: 4 };

type ServerOptions = { password?: string; publicKey?: string; hostKey?: string };

export async function anSftpServer({ password = "s3cret pass", publicKey, hostKey }: ServerOptions = {}) {
  const { default: ssh2 } = await import("ssh2");
  const files = new Map<string, File>();
  const folders = new Set<string>([".", "/"]);
  const calls: SftpCall[] = [];
  const logins: string[] = [];
  const hooks: {
    before: (call: SftpCall) => number | undefined | Promise<number | undefined>;
    after: (call: SftpCall) => void | Promise<void>;
  } = { before: () => undefined, after: () => {} };
  const key = hostKey ?? ssh2.utils.generateKeyPairSync("ed25519").private;
  const parentOf = (path: string) => (path.includes("/") ? path.slice(0, path.lastIndexOf("/")) || "/" : ".");
  const open = new Set<() => void>();
  const sockets = new Set<{ destroy(): void }>();
  let isDown = false;

  // biome-ignore lint/suspicious/noExplicitAny: the package has no types for its server.
  function serveFiles(sftp: any) {
    const handles = new Map<number, { path: string; file: File }>();
    let next = 0;
    const answer = async (id: number, call: SftpCall, work: () => number) => {
      calls.push(call);
      const code = (await hooks.before(call)) ?? work();
      await hooks.after(call);
      sftp.status(id, code);
    };
    const attributes = (path: string) => {
      const file = files.get(path);
      if (file) return { mode: 0o100644, uid: 0, gid: 0, size: file.data.length, atime: 0, mtime: 0 };
      return folders.has(path) ? { mode: 0o40755, uid: 0, gid: 0, size: 0, atime: 0, mtime: 0 } : null;
    };
    sftp.on("OPEN", async (id: number, path: string, flags: number) => {
      const call: SftpCall = { op: "open", path };
      calls.push(call);
      const refused = await hooks.before(call);
      if (refused !== undefined) return sftp.status(id, refused);
      const isNew = (flags & 0x10) !== 0;
      if (isNew && files.size >= 0 && !folders.has(parentOf(path))) return sftp.status(id, status.missing);
      if (isNew) files.set(path, { data: Buffer.alloc(0) });
      const file = files.get(path);
      if (!file) return sftp.status(id, status.missing);
      const handle = Buffer.alloc(4);
      handle.writeUInt32BE(next);
      handles.set(next++, { path, file });
      await hooks.after(call);
      sftp.handle(id, handle);
    });
    sftp.on("WRITE", (id: number, handle: Buffer, offset: number, data: Buffer) => {
      const { file, path } = handles.get(handle.readUInt32BE(0))!;
      void answer(id, { op: "write", path }, () => {
        if (file.data.length < offset + data.length)
          file.data = Buffer.concat([file.data, Buffer.alloc(offset + data.length - file.data.length)]);
        data.copy(file.data, offset);
        return status.ok;
      });
    });
    sftp.on("FSTAT", (id: number, handle: Buffer) =>
      sftp.attrs(id, attributes(handles.get(handle.readUInt32BE(0))!.path)),
    );
    sftp.on("FSETSTAT", (id: number) => sftp.status(id, status.ok));
    sftp.on("CLOSE", (id: number) => sftp.status(id, status.ok));
    for (const name of ["STAT", "LSTAT"])
      sftp.on(name, (id: number, path: string) => {
        const found = attributes(path);
        if (found) sftp.attrs(id, found);
        else sftp.status(id, status.missing);
      });
    sftp.on("MKDIR", (id: number, path: string) =>
      answer(id, { op: "mkdir", path }, () => {
        if (files.has(path) || !folders.has(parentOf(path))) return status.failure;
        folders.add(path);
        return status.ok;
      }),
    );
    sftp.on("RENAME", (id: number, from: string, to: string) =>
      answer(id, { op: "rename", path: to }, () => {
        const file = files.get(from);
        // Version 3 of the protocol replaces no file.
        if (!file || files.has(to)) return status.failure;
        files.delete(from);
        files.set(to, file);
        return status.ok;
      }),
    );
    sftp.on("REMOVE", (id: number, path: string) =>
      answer(id, { op: "remove", path }, () => (files.delete(path) ? status.ok : status.missing)),
    );
  }

  // biome-ignore lint/suspicious/noExplicitAny: as above.
  const server = new ssh2.Server({ hostKeys: [key] }, (client: any) => {
    if (isDown) return client._sock.destroy();
    sockets.add(client._sock);
    const close = () => client.end();
    open.add(close);
    client.on("close", () => {
      open.delete(close);
      sockets.delete(client._sock);
    });
    client.on("error", () => {});
    // biome-ignore lint/suspicious/noExplicitAny: as above.
    client.on("authentication", (login: any) => {
      logins.push(login.method);
      if (login.username !== "cairn") return login.reject(["password", "publickey"]);
      if (login.method === "password" && login.password === password) return login.accept();
      if (login.method === "publickey" && publicKey) {
        const expected = ssh2.utils.parseKey(publicKey) as {
          type: string;
          getPublicSSH(): Buffer;
          verify(data: Buffer, signature: Buffer, hash?: string): boolean;
        };
        const isSame = login.key.data.equals(expected.getPublicSSH());
        if (isSame && (!login.signature || expected.verify(login.blob, login.signature, login.hashAlgo)))
          return login.accept();
      }
      return login.reject(["password", "publickey"]);
    });
    // biome-ignore lint/suspicious/noExplicitAny: as above.
    client.on("session", (accept: any) => accept().on("sftp", (acceptSftp: any) => serveFiles(acceptSftp())));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address();
  return {
    files,
    folders,
    calls,
    logins,
    hooks,
    hostKey: key,
    host: `127.0.0.1:${port}`,
    place: { host: "127.0.0.1", port: String(port), username: "cairn" },
    secrets: { password },
    /** Closes all connections without a word, and accepts none until `start`, as if the machine lost its power. */
    stop: () => {
      isDown = true;
      for (const socket of sockets) socket.destroy();
    },
    start: () => {
      isDown = false;
    },
    end: () => {
      for (const close of open) close();
      return new Promise<void>((done) => server.close(done));
    },
  };
}
