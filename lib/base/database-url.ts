/**
 * The content of a DATABASE_URL, read as libpq reads it. The driver would take some of libpq's parameters for settings
 * of the server.
 */

export type DatabaseAddress = {
  /**
   * Several hosts are tried in order. If there are none, the environment decides (PGHOST), or else this machine is
   * used.
   */
  hosts: { host: string; port: number }[];
  /** The folder of a unix socket, used instead of hosts. */
  socket: string | null;
  socketPort: number;
  database: string;
  username: string;
  password: string;
  tls: "off" | "prefer" | "require" | "verify-ca" | "verify-full";
  /** A file of certificates; null for the ones that Node trusts. */
  rootCertificates: string | null;
  session: string | null;
  /** Settings of the server. */
  settings: Record<string, string>;
};

const form = "must look like postgres://user:password@host:5432/name";
const tlsModes = ["disable", "prefer", "require", "verify-ca", "verify-full"];
const sessions = ["any", "read-write", "primary", "read-only", "standby", "prefer-standby"];
const settingName = /^[a-z_]+(\.[a-z_]+)?$/;

/** Throws with the reason as the end of a sentence, which never contains the password. */
export function readDatabaseUrl(text: string): DatabaseAddress {
  const [, user, hostText = "", path = "", query = ""] =
    /^postgres(?:ql)?:\/\/(?:([^@/?#]*)@)?([^/?#]*)(?:\/([^?#]*))?(?:\?([^#]*))?$/.exec(text) ?? [];
  if (!/^postgres(ql)?:\/\//.test(text)) throw new Error("must begin with postgres:// or postgresql://");
  if (hostText === "" && path === "" && query === "" && user === undefined) throw new Error(form);
  const given = new Map(new URLSearchParams(query));
  const takeParameter = (name: string) => {
    const value = given.get(name);
    given.delete(name);
    return value === undefined || value === "" ? null : value;
  };
  const [username = "", password = ""] = (user ?? "").split(/:(.*)/s).map(decoded);
  const database = decoded(path);
  if (/[/@:]/.test(database)) throw new Error(form);
  const host = takeParameter("host");
  const port = takeParameter("port");
  const socket = [host, decoded(hostText)].find((host) => host?.startsWith("/")) ?? null;
  return {
    hosts: socket ? [] : hostsIn(host ?? hostText, port),
    socket,
    socketPort: socket ? portIn(port ?? undefined) : 5432,
    database,
    username: takeParameter("user") ?? username,
    password: takeParameter("password") ?? password,
    ...tlsOf(takeParameter("sslmode") ?? takeParameter("ssl"), takeParameter("sslrootcert")),
    session: sessionOf(takeParameter("target_session_attrs")),
    settings: settingsOf(given),
  };
}

/** The same address for another user, with all hosts and parameters; `host` replaces the hosts. */
export function databaseUrlFor(
  text: string,
  user: { username: string; password: string },
  host?: string,
): string {
  const [, place = "", query = ""] =
    /^postgres(?:ql)?:\/\/(?:[^@/?#]*@)?([^?#]*)(?:\?([^#]*))?/.exec(text) ?? [];
  const parameters = new URLSearchParams(query);
  for (const name of ["user", "password", ...(host ? ["host", "port"] : [])]) parameters.delete(name);
  const [username, password] = [user.username, user.password].map(encodeURIComponent);
  const where = host ? place.replace(/^[^/]*/, host) : place;
  return `postgres://${username}:${password}@${where}${parameters.size > 0 ? `?${parameters}` : ""}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Error("contains a % without two hex digits; write it as %25");
  }
}

function hostsIn(text: string, defaultPort: string | null): DatabaseAddress["hosts"] {
  if (text === "") return [];
  return text.split(",").map((one) => {
    const [, bracketed, plain, port] = /^(?:\[([0-9a-fA-F:.%]+)\]|([^[\]:@]+))(?::(\d+))?$/.exec(one) ?? [];
    const host = bracketed ?? plain;
    if (!host) throw new Error(form);
    return { host: decoded(host), port: portIn(port ?? defaultPort ?? undefined) };
  });
}

function portIn(text = "5432"): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new Error(form);
  return port;
}

function tlsOf(mode: string | null, file: string | null): Pick<DatabaseAddress, "tls" | "rootCertificates"> {
  const named = mode === "true" ? "require" : mode === "false" ? "disable" : mode;
  if (named !== null && !tlsModes.includes(named)) {
    throw new Error(`has an sslmode that is not one of ${tlsModes.join(", ")}`);
  }
  if (file === "system") return { tls: "verify-full", rootCertificates: null };
  // libpq does the same: a named certificate file means that certificates are to be verified.
  const target =
    file !== null && named === "require" ? "verify-ca" : (named ?? (file ? "verify-full" : "disable"));
  return { tls: target === "disable" ? "off" : (target as DatabaseAddress["tls"]), rootCertificates: file };
}

function sessionOf(target: string | null): string | null {
  if (target !== null && !sessions.includes(target)) {
    throw new Error(`has a target_session_attrs that is not one of ${sessions.join(", ")}`);
  }
  return target === "any" ? null : target;
}

function settingsOf(given: Map<string, string>): Record<string, string> {
  for (const name of given.keys()) {
    if (
      /^(ssl|gss|krb|channel_|require_|load_balance|hostaddr|passfile|service)/.test(name) ||
      !settingName.test(name)
    )
      throw new Error(`has the parameter ${name}, which Cairn does not support`);
  }
  return Object.fromEntries(given);
}
