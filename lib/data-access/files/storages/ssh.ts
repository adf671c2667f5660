/** Connections to SSH servers that members enter: a checked address, and a server with the expected key. */
import { createHash } from "node:crypto";
import { connect, type Socket } from "node:net";
import type { SftpClient } from "ssh2";
import { isOutOfFiles } from "@/lib/base/database-failure";
import { StorageProblem } from "@/lib/data-access/files/storages/storage";
import { guardOf, problemTexts } from "@/lib/outbound/requests/post";
import { publicAddressOf, SafeFetchError } from "@/lib/platform/safe-fetch";

/** Of the connection, and of each step of a transfer. */
const timeoutMs = 20_000;
const stallMs = 60_000;

export type SshHost = { host: string; port?: string };
export type SshLogin = SshHost & {
  username: string;
  hostKey: string;
  password?: string;
  privateKey?: string;
  passphrase?: string;
};

/**
 * The package is optional. It takes 18 MB, so it is only loaded for the first connection. Without a file descriptor to read
 * it with, the run is repeated like after any other failure.
 */
async function loadSsh() {
  try {
    return (await import("ssh2")).default;
  } catch (error) {
    if (isOutOfFiles(error)) throw error;
    throw new StorageProblem(
      "The package ssh2 is not installed on this server. The operator can run npm ci.",
    );
  }
}

const portOf = ({ port }: SshHost) => Number(port || 22);

/** An address for the rules of private networks. */
export const sshAddress = ({ host, port }: SshHost) =>
  `ssh://${host.includes(":") ? `[${host}]` : host}:${portOf({ host, port })}`;

async function openSocket(to: SshHost): Promise<Socket> {
  try {
    // The connection uses the address that was checked.
    const address = await publicAddressOf(to.host, guardOf(new URL(sshAddress(to))));
    return connect({ host: address, port: portOf(to), timeout: timeoutMs, noDelay: true });
  } catch (error) {
    if (!(error instanceof SafeFetchError)) throw error;
    throw new StorageProblem(`${to.host}: ${problemTexts[error.problem]}`);
  }
}

export type HostKey = { type: string; fingerprint: string };

/** As ssh-keygen -l shows it. */
function describeKey(key: Buffer): HostKey {
  const type = key.subarray(4, 4 + key.readUInt32BE(0)).toString("latin1");
  const digest = createHash("sha256").update(key).digest("base64").replace(/=+$/, "");
  return { type, fingerprint: `SHA256:${digest}` };
}

const secondsText = `The server did not respond within ${timeoutMs / 1_000} seconds.`;

function connectionProblem(error: Error & { level?: string; code?: unknown }): StorageProblem {
  if (error.level === "client-authentication")
    return new StorageProblem("The server does not accept the user with this password or key.");
  if (error.level === "client-timeout") return new StorageProblem(secondsText);
  if (/key|passphrase/i.test(error.message) && error.level === undefined)
    return new StorageProblem("The private key can't be read. Check the key and its passphrase.");
  if (error.level === "protocol" || error.level === "handshake")
    return new StorageProblem(`The server is not a compatible SSH server: ${error.message}`);
  return new StorageProblem(problemTexts.unreachable);
}

type Verify = (key: HostKey) => boolean;

/** Connects and works, and always closes the connection. */
async function withSsh<T>(
  to: SshHost & Partial<SshLogin>,
  isExpected: Verify,
  work: (sftp: SftpClient, alive: () => void) => Promise<T>,
): Promise<T> {
  const { Client } = await loadSsh();
  const sock = await openSocket(to);
  const client = new Client();
  let stall: NodeJS.Timeout | undefined;
  try {
    return await new Promise<T>((resolve, reject) => {
      const alive = () => {
        clearTimeout(stall);
        stall = setTimeout(
          () => reject(new StorageProblem(`The server did not respond within ${stallMs / 1_000} seconds.`)),
          stallMs,
        );
      };
      sock.on("timeout", () => reject(new StorageProblem(secondsText)));
      client.on("error", (error) => reject(connectionProblem(error)));
      sock.on("close", () => reject(new StorageProblem("The server closed the connection.")));
      client.on("keyboard-interactive", (_name, _text, _language, prompts, finish) =>
        finish(prompts.map(() => to.password ?? "")),
      );
      client.on("ready", () => {
        sock.setTimeout(0);
        alive();
        client.sftp((error, sftp) => {
          if (error) reject(new StorageProblem("The user may not use SFTP on this server."));
          else work(sftp, alive).then(resolve, reject);
        });
      });
      try {
        client.connect({
          ...{ sock, username: to.username ?? "cairn", readyTimeout: timeoutMs },
          ...(to.password ? { password: to.password, tryKeyboard: true } : {}),
          ...(to.privateKey ? { privateKey: to.privateKey } : {}),
          ...(to.passphrase ? { passphrase: to.passphrase } : {}),
          ...{ keepaliveInterval: 15_000, keepaliveCountMax: 3 },
          hostVerifier: (key) => isExpected(describeKey(key)),
        });
      } catch (error) {
        reject(connectionProblem(error as Error));
      }
    });
  } finally {
    clearTimeout(stall);
    // After the result, no error of the connection matters.
    client.on("error", () => {});
    client.destroy();
    sock.destroy();
  }
}

/** The key that the server shows now, without a login. */
export async function readHostKey(to: SshHost): Promise<HostKey> {
  let found: HostKey | null = null;
  const note: Verify = (key) => {
    found = key;
    return false;
  };
  try {
    await withSsh(to, note, async () => {});
  } catch (error) {
    if (found === null) throw error;
  }
  if (found === null) throw new StorageProblem(problemTexts.unreachable);
  return found;
}

/** Works with the files of a server that has the expected key; a password is never sent to another one. */
export async function withSftp<T>(
  login: SshLogin,
  work: (sftp: SftpClient, alive: () => void) => Promise<T>,
): Promise<T> {
  let other: HostKey | null = null;
  const isExpected: Verify = (key) => {
    if (key.fingerprint === login.hostKey) return true;
    other = key;
    return false;
  };
  try {
    return await withSsh(login, isExpected, work);
  } catch (error) {
    const shown = other as HostKey | null;
    if (shown === null) throw error;
    throw new StorageProblem(
      `The server has another host key than before: ${shown.fingerprint} (${shown.type}). Nothing was sent. If its key was replaced, enter the new fingerprint.`,
      true,
    );
  }
}
