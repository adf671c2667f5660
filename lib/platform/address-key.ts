import { hash } from "node:crypto";
import { isIPv4, isIPv6 } from "node:net";
import { env } from "@/lib/base/env";

/**
 * The part of an address that callers in one home share: the whole IPv4 address, or the first 64 bits of an IPv6 one.
 * Null for addresses that do not identify a place.
 */
export function addressNetwork(address: string): string | null {
  if (isIPv4(address)) return isSharedV4(address) ? null : address;
  if (!isIPv6(address)) return null;
  const groups = expand(address);
  if (groups.slice(0, 5).every((group) => group === "0000") && groups[5] === "ffff")
    return addressNetwork(inner(groups));
  const first = Number.parseInt(groups[0]!, 16);
  const isLoopbackOrUnset = groups.slice(0, 7).every((group) => group === "0000");
  const isUniqueLocal = (first & 0xfe00) === 0xfc00;
  const isLinkLocal = (first & 0xffc0) === 0xfe80;
  const isMulticast = (first & 0xff00) === 0xff00;
  if (isLoopbackOrUnset || isUniqueLocal || isLinkLocal || isMulticast) return null;
  return `${groups.slice(0, 4).join(":")}::/64`;
}

/**
 * The key that calls are counted by: an IPv6 caller has at least the whole /64. Never null; a text that is not an
 * address counts as itself.
 */
export function callerNetwork(address: string): string {
  if (!isIPv6(address)) return address;
  const groups = expand(address);
  const mapped = groups.slice(0, 5).every((group) => group === "0000") && groups[5] === "ffff";
  return mapped ? inner(groups) : `${groups.slice(0, 4).join(":")}::/64`;
}

/** The IPv4 address that an IPv6 one carries in its last two groups. */
function inner(groups: string[]): string {
  const [high = 0, low = 0] = groups.slice(6).map((group) => Number.parseInt(group, 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}

function expand(address: string): string[] {
  // A dotted tail is written as two groups.
  const plain = address
    .replace(/%.*$/, "")
    .toLowerCase()
    .replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_all, ...parts) => {
      const [a = 0, b = 0, c = 0, d = 0] = parts.slice(0, 4).map(Number);
      return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
    });
  const [head = "", tail] = plain.split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? [] : Array<string>(8 - left.length - right.length).fill("0");
  return [...left, ...zeros, ...right].map((group) => group.padStart(4, "0"));
}

/** Private, loopback, link-local, carrier-grade NAT or documentation addresses do not identify a home. */
function isSharedV4(address: string): boolean {
  const dot = address.indexOf(".");
  const a = Number(address.slice(0, dot));
  const b = Number(address.slice(dot + 1, address.indexOf(".", dot + 1)));
  return (
    a === 0 ||
    a === 10 ||
    a === 127 ||
    a >= 224 ||
    (a === 100 && b >= 64 && b < 128) ||
    (a === 169 && b === 254) ||
    (a === 172 && b >= 16 && b < 32) ||
    (a === 192 && b === 168)
  );
}

/**
 * A keyed hash that is stored instead of an address, in hexadecimal: equal for equal networks, and meaningless without
 * the server's secret.
 */
export function addressKey(address: string): string | null {
  const network = addressNetwork(address);
  return network && hmac(env.ENCRYPTION_KEY ?? env.NEXTAUTH_SECRET ?? "", network).slice(0, 32);
}

const block = 64;
let pads: { secret: string; inner: Buffer; outer: Buffer } | null = null;

/** HMAC-SHA256 of a short text. Two plain hashes cost a third of what a new HMAC object for each text would. */
export function hmac(secret: string, text: string): string {
  if (pads?.secret !== secret) pads = { secret, inner: pad(secret, 0x36, 128), outer: pad(secret, 0x5c, 32) };
  const { inner, outer } = pads;
  const length = inner.write(text, block, "latin1");
  outer.write(hash("sha256", inner.subarray(0, block + length), "binary"), block, "latin1");
  return hash("sha256", outer, "hex");
}

/** The key block of RFC 2104, with room for the text that is hashed after it. */
function pad(secret: string, mix: number, room: number): Buffer {
  const bytes = Buffer.alloc(block + room);
  const key = Buffer.from(secret);
  (key.length > block ? hash("sha256", key, "buffer") : key).copy(bytes);
  for (let i = 0; i < block; i++) bytes[i]! ^= mix;
  return bytes;
}
