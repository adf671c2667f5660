import { isIP, isIPv4 } from "node:net";

/**
 * The caller's address. `X-Forwarded-For` is believed only as far as proxies of ours wrote it: with n trusted hops
 * the n-th entry from the right, and with none at all the socket's own.
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

/** Without port, brackets, zone, and without the IPv6 dress of an IPv4 address. */
export function plainAddress(text: string): string {
  if (isIPv4(text)) return text;
  let address = text.replace(/^\[([^\]]*)\](:\d+)?$/, "$1").replace(/%.*$/, "");
  if (/^\d+\.\d+\.\d+\.\d+:\d+$/.test(address)) address = address.slice(0, address.indexOf(":"));
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  return mapped ? mapped[1]! : address.toLowerCase();
}
