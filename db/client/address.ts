import { readFileSync } from "node:fs";
import { isIP, type Socket } from "node:net";
import { checkServerIdentity, type PeerCertificate } from "node:tls";
import { watchedSockets } from "@/db/client/socket";
import { CannotStart } from "@/lib/base/cannot-start";
import { type DatabaseAddress, readDatabaseUrl } from "@/lib/base/database-url";

/**
 * The database's address as options of the driver. The driver gets one host even if there are several: with several, it
 * drops waiting statements while none can be reached. The other hosts are tried when connections are opened.
 */
export function driverOptions(
  url: string,
  { folder, timeoutMs }: { folder?: string | undefined; timeoutMs: number | null },
) {
  const address = readDatabaseUrl(url);
  const { hosts, database, username, password, session, settings } = address;
  const isSocket = folder !== undefined || address.socket !== null;
  const [first] = hosts;
  const several = !isSocket && hosts.length > 1 ? hosts : undefined;
  // With several hosts only the primary is used, unless the operator configured otherwise.
  const target = session ?? (several ? "read-write" : null);
  const sockets =
    timeoutMs !== null || several ? watchedSockets(timeoutMs ?? Number.POSITIVE_INFINITY, several) : null;
  return {
    options: {
      ...(isSocket ? { host: folder ?? address.socket!, port: address.socketPort } : {}),
      ...(!isSocket && first ? { host: [first.host] as never, port: [first.port] as never } : {}),
      ...(database ? { database } : {}),
      ...(username ? { username } : {}),
      ...(password ? { password } : {}),
      ...(target ? { target_session_attrs: target as "read-write" } : {}),
      ...(isSocket ? {} : { ssl: tlsOptions(address) }),
      ...(sockets ? { socket: sockets as unknown as Socket } : {}),
    },
    settings,
  };
}

function tlsOptions({ tls, rootCertificates, hosts }: DatabaseAddress) {
  if (tls === "off") return false;
  if (tls === "prefer" || tls === "require") return tls;
  const ca = rootCertificates === null ? {} : { ca: certificates(rootCertificates) };
  // verify-ca does not check the host's name.
  if (tls === "verify-ca") return { ...ca, checkServerIdentity: () => undefined };
  return {
    ...ca,
    // For a host that is an IP address the driver passes no name. Node would then look for "localhost" in the
    // certificate.
    checkServerIdentity(name: string, certificate: PeerCertificate): Error | undefined {
      const named = hosts.filter(({ host }) => host === name);
      const target = named.length > 0 ? named : hosts.filter(({ host }) => isIP(host) !== 0);
      const faults = target.map(({ host }) => checkServerIdentity(host, certificate));
      return faults.includes(undefined) ? undefined : (faults[0] ?? checkServerIdentity(name, certificate));
    },
  };
}

function certificates(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    const { code } = error as { code?: string };
    throw new CannotStart(`${file}, the sslrootcert of DATABASE_URL, can't be read (${code}).`);
  }
}
