/**
 * Requests to addresses that members enter. Whoever may enter an address must not get to see what only this server
 * can reach: private networks, the machine itself, the metadata of clouds.
 */
import { lookup as systemLookup } from "node:dns/promises";
import { type ClientRequest, request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { BlockList, isIP } from "node:net";
import type { TLSSocket } from "node:tls";

const closed = new BlockList();
for (const [network, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const) {
  closed.addSubnet(network, bits, "ipv4");
}
for (const [network, bits] of [
  ["::", 96],
  ["64:ff9b::", 96],
  ["64:ff9b:1::", 48],
  ["100::", 64],
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
  ["5f00::", 16],
  ["fc00::", 7],
  ["fe80::", 10],
  ["fec0::", 10],
  ["ff00::", 8],
] as const) {
  closed.addSubnet(network, bits, "ipv6");
}

/** An address in the open network. Those that carry an IPv4 address inside are judged by that one. */
export function isPublicAddress(address: string): boolean {
  const plain = address.replace(/%.*$/, "");
  const family = isIP(plain);
  return family !== 0 && !closed.check(plain, family === 4 ? "ipv4" : "ipv6");
}

export type OutsideProblem =
  | "unresolved"
  | "refused_address"
  | "timeout"
  | "tls"
  | "unreachable"
  | "too_large";

/** Why there is no answer. The code is the system's own word for it. */
export class OutsideError extends Error {
  readonly problem: OutsideProblem;
  readonly code: string | null;

  constructor(problem: OutsideProblem, code: string | null = null) {
    super(`${problem}${code ? ` (${code})` : ""}`);
    this.problem = problem;
    this.code = code;
  }
}

export type OutsideAnswer = {
  status: number;
  headers: Record<string, string>;
  body: string;
  address: string;
  /** When the certificate ends. */
  certificateUntil: Date | null;
};

export type OutsideOptions = {
  method?: "GET" | "HEAD";
  headers?: Record<string, string>;
  timeoutMs?: number;
  mostBytes?: number;
  /** For tests: another resolver, other addresses, another authority of certificates. */
  resolve?(host: string): Promise<string[]>;
  allows?(address: string): boolean;
  ca?: string;
};

const resolveAll = async (host: string) =>
  (await systemLookup(host, { all: true, verbatim: true })).map(({ address }) => address);

/**
 * One request, its redirects not followed. Every address of the host must be a public one, and the one that was
 * looked at is the one that is connected to: a name that resolves to something else a moment later gains nothing.
 */
export async function askOutside(address: string, options: OutsideOptions = {}): Promise<OutsideAnswer> {
  const { timeoutMs = 3_000, resolve = resolveAll, allows = isPublicAddress } = options;
  const url = new URL(address);
  const signal = AbortSignal.timeout(timeoutMs);
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const addresses = isIP(host) ? [host] : await within(signal, lookUp(host, resolve));
  const chosen = addresses[0];
  if (chosen === undefined) throw new OutsideError("unresolved");
  if (!addresses.every(allows)) throw new OutsideError("refused_address");
  return within(signal, ask(url, chosen, options, signal));
}

async function lookUp(host: string, resolve: (host: string) => Promise<string[]>): Promise<string[]> {
  try {
    return await resolve(host);
  } catch (error) {
    throw new OutsideError("unresolved", codeOf(error));
  }
}

function within<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new OutsideError("timeout"));
    if (signal.aborted) late();
    signal.addEventListener("abort", late, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", late));
  });
}

function ask(
  url: URL,
  address: string,
  options: OutsideOptions,
  signal: AbortSignal,
): Promise<OutsideAnswer> {
  const { method = "GET", headers = {}, mostBytes = 256 * 1024, ca } = options;
  const family = isIP(address);
  return new Promise((resolve, reject) => {
    const settings = {
      method,
      signal,
      agent: false as const,
      host: url.hostname.replace(/^\[|\]$/g, ""),
      port: url.port || (url.protocol === "https:" ? 443 : 80),
      path: `${url.pathname}${url.search}`,
      headers: { "user-agent": "Cairn", accept: "*/*", ...headers, host: url.host },
      // Pinned: the answer to every question about the name is the address that was looked at.
      lookup: (
        _host: string,
        wanted: { all?: boolean },
        done: (error: null, ...answer: unknown[]) => void,
      ) => (wanted.all ? done(null, [{ address, family }]) : done(null, address, family)),
      ...(ca ? { ca } : {}),
    };
    let request: ClientRequest;
    const onAnswer = (answer: IncomingMessage) => {
      const socket = answer.socket as Partial<TLSSocket>;
      const until = socket.getPeerCertificate?.().valid_to;
      const parts: Buffer[] = [];
      let size = 0;
      answer.on("data", (part: Buffer) => {
        size += part.byteLength;
        if (size > mostBytes) {
          reject(new OutsideError("too_large"));
          request.destroy();
        } else parts.push(part);
      });
      answer.on("error", (error) => reject(problemOf(error)));
      answer.on("end", () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: Object.fromEntries(
            Object.entries(answer.headers).map(([name, value]) => [name, [value].flat().join(", ")]),
          ),
          body: Buffer.concat(parts).toString("utf8"),
          address,
          certificateUntil: until ? new Date(until) : null,
        }),
      );
    };
    request =
      url.protocol === "https:"
        ? httpsRequest(
            { ...settings, servername: isIP(settings.host) ? "" : settings.host } as never,
            onAnswer,
          )
        : httpRequest(settings as never, onAnswer);
    request.on("error", (error) => reject(problemOf(error)));
    request.end();
  });
}

const codeOf = (error: unknown) => {
  const { code } = error as { code?: unknown };
  return typeof code === "string" ? code : null;
};

function problemOf(error: unknown): OutsideError {
  const code = codeOf(error);
  if (code === "ABORT_ERR") return new OutsideError("timeout");
  if (code !== null && /CERT|SELF_SIGNED|^ERR_(TLS|SSL)|EPROTO|UNABLE_TO/.test(code)) {
    return new OutsideError("tls", code);
  }
  return new OutsideError("unreachable", code);
}
