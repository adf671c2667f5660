import { isIP, isIPv4 } from "node:net";

/**
 * The caller's address. `X-Forwarded-For` is trusted only as far as trusted proxies wrote it. With n trusted hops the
 * address is the n-th entry from the right, and with none it is the socket's own address.
 */
export function callerAddress(
  socket: string | undefined,
  forwardedFor: string | null,
  trustedHops: number,
): string {
  if (trustedHops === 0 || !forwardedFor) return plainAddress(socket ?? "");
  const entries = forwardedFor.split(",");
  const claimed = plainAddress(entries[Math.max(entries.length - trustedHops, 0)]!.trim());
  return isIP(claimed) ? claimed : plainAddress(socket ?? "");
}

/** Removes the port, the brackets and the zone, and turns an IPv4-mapped IPv6 address into the IPv4 one. */
export function plainAddress(text: string): string {
  if (isIPv4(text)) return text;
  let address = text.replace(/^\[([^\]]*)\](:\d+)?$/, "$1").replace(/%.*$/, "");
  if (/^\d+\.\d+\.\d+\.\d+:\d+$/.test(address)) address = address.slice(0, address.indexOf(":"));
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  return mapped ? mapped[1]! : address.toLowerCase();
}

export const isLoopback = (address: string): boolean =>
  address === "::1" || /^127\.\d+\.\d+\.\d+$/.test(address);
