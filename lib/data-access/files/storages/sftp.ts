/** Files on an SSH server. A file is uploaded under a hidden name, and renamed when it is whole. */
import { posix } from "node:path";
import type { SftpClient } from "ssh2";
import { type SshLogin, withSftp } from "@/lib/data-access/files/storages/ssh";
import {
  type FileSource,
  type Storage,
  StorageProblem,
  type UploadProgress,
} from "@/lib/data-access/files/storages/storage";

/** Of the protocol, version 3. */
const missing = 2;
const denied = 3;

type Failure = Error & { code?: number };
const codeOf = (error: unknown) => (error as Failure).code;

/** Calls a function with a callback. */
const call = <T = void>(start: (done: (error?: Error | null, value?: T) => void) => void): Promise<T> =>
  new Promise((resolve, reject) => start((error, value) => (error ? reject(error) : resolve(value as T))));

function problemOf(error: unknown, what: string): unknown {
  const code = codeOf(error);
  if (error instanceof StorageProblem || typeof code !== "number") return error;
  const why =
    code === denied
      ? "The user may not write to the folder."
      : `The server reports: ${(error as Error).message}.`;
  return new StorageProblem(`The server did not ${what}. ${why}`, code === denied);
}

/** Known, so that the next run removes what a killed process has left behind. */
const unfinished = (path: string) => posix.join(posix.dirname(path), `.${posix.basename(path)}.unfinished`);

const sizeOf = async (sftp: SftpClient, path: string): Promise<number | null> => {
  try {
    return (await call<{ size: number }>((done) => sftp.stat(path, done))).size;
  } catch (error) {
    if (codeOf(error) === missing) return null;
    throw error;
  }
};

/** Creates missing folders; another process may create them at the same time. */
async function makeFolders(sftp: SftpClient, path: string): Promise<void> {
  if (path === "." || path === "/" || (await sizeOf(sftp, path)) !== null) return;
  await makeFolders(sftp, posix.dirname(path));
  try {
    await call((done) => sftp.mkdir(path, done));
  } catch (error) {
    if ((await sizeOf(sftp, path)) === null) throw error;
  }
}

type Upload = { path: string; source: FileSource; alive: () => void; progress: UploadProgress | undefined };

async function upload(sftp: SftpClient, { path, source, alive, progress }: Upload): Promise<void> {
  if ("text" in source) await call((done) => sftp.writeFile(path, source.text, done));
  else await send(sftp, source.path, { path, alive, progress });
  alive();
  const expected = "text" in source ? Buffer.byteLength(source.text) : source.bytes;
  if ((await sizeOf(sftp, path)) !== expected)
    throw new StorageProblem("The server stored another number of bytes than it was sent.");
  await sync(sftp, path);
}

/** The package does not wait in its steps, so an error of one ends the upload from outside. */
async function send(
  sftp: SftpClient,
  from: string,
  { path, alive, progress }: Omit<Upload, "source">,
): Promise<void> {
  let isRenewing = false;
  await new Promise<void>((resolve, reject) => {
    const renew = async () => {
      isRenewing = true;
      await progress?.();
      // After an error, no later step tries again.
      isRenewing = false;
    };
    const step = () => {
      alive();
      if (!isRenewing) renew().catch(reject);
    };
    sftp.fastPut(from, path, { step }, (error) => (error ? reject(error) : resolve()));
  });
}

/** Some servers can't be asked to write to their disk. */
async function sync(sftp: SftpClient, path: string): Promise<void> {
  const handle = await call<Buffer>((done) => sftp.open(path, "r+", done));
  try {
    await call((done) => sftp.ext_openssh_fsync(handle, done));
  } catch (error) {
    if (typeof codeOf(error) === "number") throw error;
  } finally {
    await call((done) => sftp.close(handle, done));
  }
}

/**
 * Replaces a file of this name if the server can. Otherwise such a file is of the same try, because no name is used
 * twice, and files appear only when they are whole.
 */
async function reveal(sftp: SftpClient, part: string, path: string): Promise<void> {
  try {
    return await call((done) => sftp.ext_openssh_rename(part, path, done));
  } catch (error) {
    if (typeof codeOf(error) === "number") throw error;
  }
  if ((await sizeOf(sftp, path)) === null) await call((done) => sftp.rename(part, path, done));
  else await removeFile(sftp, part);
}

async function removeFile(sftp: SftpClient, path: string): Promise<void> {
  try {
    await call((done) => sftp.unlink(path, done));
  } catch (error) {
    if (codeOf(error) !== missing) throw error;
  }
}

export function sftpStorage(place: Record<string, string>, secrets: Record<string, string>): Storage {
  const login: SshLogin = {
    host: place.host ?? "",
    port: place.port,
    username: place.username ?? "",
    hostKey: place.host_key ?? "",
    password: secrets.password,
    privateKey: secrets.private_key,
    passphrase: secrets.passphrase,
  };
  return {
    put: (path, source, _type, progress) =>
      withSftp(login, async (sftp, alive) => {
        const part = unfinished(path);
        try {
          await makeFolders(sftp, posix.dirname(path));
          await upload(sftp, { path: part, source, alive, progress });
          await reveal(sftp, part, path);
        } catch (error) {
          await removeFile(sftp, part).catch(() => {});
          throw problemOf(error, `store ${path}`);
        }
      }),
    remove: (path) =>
      withSftp(login, async (sftp) => {
        try {
          await removeFile(sftp, unfinished(path));
          await removeFile(sftp, path);
        } catch (error) {
          throw problemOf(error, `remove ${path}`);
        }
      }),
  };
}
