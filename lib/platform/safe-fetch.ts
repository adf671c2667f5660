/**
 * Requests to addresses that members enter. They must not reach services that are only open to this server: private
 * networks, the machine itself, metadata services of clouds.
 */
import { lookup as systemLookup } from "node:dns/promises";
import {
  type ClientRequest,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
} from "node:http";
import { request as httpsRequest } from "node:https";
import { BlockList, isIP } from "node:net";
import type { TLSSocket } from "node:tls";

/** Two lists, because a common one takes an IPv4 address for one of ::ffff:0:0/96. */
const closed = { ipv4: new BlockList(), ipv6: new BlockList() };
for (const [network, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  // Azure serves its machines from this address, although it belongs to the public range.
  ["168.63.129.16", 32],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.31.196.0", 24],
  ["192.52.193.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["192.175.48.0", 24],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const) {
  closed.ipv4.addSubnet(network, bits, "ipv4");
}
for (const [network, bits] of [
  ["::", 64],
  ["64:ff9b:1::", 48],
  ["100::", 64],
  ["100:0:0:1::", 64],
  ["2001::", 23],
  ["2001:db8::", 32],
  ["3fff::", 20],
  ["5f00::", 16],
  ["fc00::", 7],
  ["fe80::", 10],
  ["fec0::", 10],
  ["ff00::", 8],
] as const) {
  closed.ipv6.addSubnet(network, bits, "ipv6");
}

/** The eight groups of sixteen bits of an IPv6 address. */
function groupsOf(address: string): number[] {
  // URL normalizes every notation: a dotted tail becomes two groups.
  const plain = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = "", tail] = plain.split("::");
  const read = (text: string) =>
    text === "" ? [] : text.split(":").map((group) => Number.parseInt(group, 16));
  const [left, right] = [read(head), read(tail ?? "")];
  return [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right];
}

const dotted = (high: number, low: number) => [high >> 8, high & 255, low >> 8, low & 255].join(".");

/**
 * The IPv4 address at which packets to an IPv6 one may arrive through a translator or a tunnel: mapped (::ffff:0:0/96),
 * translated (::ffff:0:0:0/96, 64:ff9b::/96), compatible (::/96), 6to4 (2002::/16), ISATAP. Teredo (2001::/32) is
 * blocked as a whole.
 */
function embedded(groups: number[]): string | null {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = groups;
  const tail = dotted(g, h);
  if ([a, b, c, d].every((group) => group === 0)) return tail;
  if (a === 0x64 && b === 0xff9b && [c, d, e, f].every((group) => group === 0)) return tail;
  if (a === 0x2002) return dotted(b, c);
  if ((e & 0xfdff) === 0 && f === 0x5efe) return tail;
  return null;
}

/**
 * A public address. An address with an embedded IPv4 address is public only if that one is as well. Addresses that are
 * not routed between networks never are.
 */
export function isPublicAddress(address: string): boolean {
  const plain = address.replace(/%.*$/, "");
  const family = isIP(plain);
  if (family === 0) return false;
  if (family === 4) return !closed.ipv4.check(plain, "ipv4");
  const inner = embedded(groupsOf(plain));
  return !closed.ipv6.check(plain, "ipv6") && (inner === null || !closed.ipv4.check(inner, "ipv4"));
}

export type SafeFetchProblem =
  | "unresolved"
  | "refused_address"
  | "timeout"
  | "tls"
  | "unreachable"
  | "too_large";

/** The reason why there is no answer. The code is the operating system's. */
export class SafeFetchError extends Error {
  readonly problem: SafeFetchProblem;
  readonly code: string | null;

  constructor(problem: SafeFetchProblem, code: string | null = null) {
    super(`${problem}${code ? ` (${code})` : ""}`);
    this.problem = problem;
    this.code = code;
  }
}

export type SafeFetchAnswer = {
  status: number;
  headers: Record<string, string>;
  body: string;
  bytes: Buffer;
  address: string;
  /** The end of the certificate's validity. */
  certificateUntil: Date | null;
};

/** How the name of a host is looked up, and which addresses may be connected to. */
export type AddressGuard = {
  resolve?(host: string): Promise<string[]>;
  allows?(address: string): boolean;
};

/** The guard and the certificate authority are replaced by tests. */
export type SafeFetchOptions = AddressGuard & {
  method?: "GET" | "HEAD" | "POST" | "PUT" | "DELETE";
  body?: string | Uint8Array;
  headers?: Record<string, string>;
  timeoutMs?: number;
  maxBytes?: number;
  ca?: string;
};

const resolveAll = async (host: string) =>
  (await systemLookup(host, { all: true, verbatim: true })).map(({ address }) => address);

/**
 * One request; redirects are not followed. Every address of the host must be public, and the connection uses the
 * checked address: a name that resolves differently a moment later has no effect.
 */
export async function safeFetch(address: string, options: SafeFetchOptions = {}): Promise<SafeFetchAnswer> {
  const url = new URL(address);
  const signal = AbortSignal.timeout(options.timeoutMs ?? 3_000);
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const chosen = await abortable(signal, publicAddressOf(host, options));
  return abortable(signal, send(url, chosen, options, signal));
}

/** The address to connect to, after every address of the host was found to be allowed. */
export async function publicAddressOf(
  host: string,
  { resolve = resolveAll, allows = isPublicAddress }: AddressGuard,
): Promise<string> {
  const addresses = isIP(host) ? [host] : await lookUp(host, resolve);
  const [chosen] = addresses;
  if (chosen === undefined) throw new SafeFetchError("unresolved");
  if (!addresses.every(allows)) throw new SafeFetchError("refused_address");
  return chosen;
}

async function lookUp(host: string, resolve: (host: string) => Promise<string[]>): Promise<string[]> {
  try {
    return await resolve(host);
  } catch (error) {
    throw new SafeFetchError("unresolved", codeOf(error));
  }
}

function abortable<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new SafeFetchError("timeout"));
    if (signal.aborted) late();
    signal.addEventListener("abort", late, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", late));
  });
}

function send(
  url: URL,
  address: string,
  options: SafeFetchOptions,
  signal: AbortSignal,
): Promise<SafeFetchAnswer> {
  const { method = "GET", headers = {}, maxBytes = 256 * 1024, ca } = options;
  const isSecure = url.protocol === "https:";
  const family = isIP(address);
  return new Promise((resolve, reject) => {
    const settings = {
      method,
      signal,
      agent: false as const,
      host: url.hostname.replace(/^\[|\]$/g, ""),
      port: url.port || (isSecure ? 443 : 80),
      path: `${url.pathname}${url.search}`,
      headers: { "user-agent": "Cairn", accept: "*/*", ...headers, host: url.host },
      // Pinned: every look-up of the name returns the address that was checked.
      lookup: (_host: string, input: { all?: boolean }, done: (error: null, ...answer: unknown[]) => void) =>
        input.all ? done(null, [{ address, family }]) : done(null, address, family),
      ...(ca ? { ca } : {}),
    };
    let request: ClientRequest;
    const onAnswer = (answer: IncomingMessage) => {
      const socket = answer.socket as Partial<TLSSocket>;
      const until = socket.getPeerCertificate?.().valid_to;
      const parts: Buffer[] = [];
      let size = 0;
      const give = () => {
        const bytes = Buffer.concat(parts);
        resolve({
          status: answer.statusCode ?? 0,
          headers: headerTexts(answer.headers),
          body: bytes.toString("utf8"),
          bytes,
          address,
          certificateUntil: until ? new Date(until) : null,
        });
      };
      answer.on("data", (part: Buffer) => {
        size += part.byteLength;
        if (size <= maxBytes) parts.push(part);
        else {
          reject(new SafeFetchError("too_large"));
          request.destroy();
        }
      });
      answer.on("error", (error) => reject(fetchProblem(error)));
      answer.on("end", give);
    };
    request = isSecure
      ? httpsRequest({ ...settings, servername: isIP(settings.host) ? "" : settings.host } as never, onAnswer)
      : httpRequest(settings as never, onAnswer);
    request.on("error", (error) => reject(fetchProblem(error)));
    request.end(options.body);
  });
}

export function headerTexts(headers: IncomingHttpHeaders): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers))
    texts[name] = Array.isArray(value) ? value.join(", ") : (value ?? "");
  return texts;
}

const codeOf = (error: unknown) => {
  const { code } = error as { code?: unknown };
  return typeof code === "string" ? code : null;
};

/** Converts an error to our own type, whichever client it came from. */
export function fetchProblem(error: unknown): SafeFetchError {
  if (error instanceof SafeFetchError) return error;
  const code = codeOf(error);
  if (code === "ABORT_ERR" || code === "UND_ERR_CONNECT_TIMEOUT") return new SafeFetchError("timeout");
  if (code !== null && /CERT|SELF_SIGNED|^ERR_(TLS|SSL)|EPROTO|UNABLE_TO/.test(code)) {
    return new SafeFetchError("tls", code);
  }
  return new SafeFetchError("unreachable", code);
}
