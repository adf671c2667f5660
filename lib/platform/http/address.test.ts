import { expect, test } from "vitest";
import { callerAddress, plainAddress } from "@/lib/platform/http/address";

test.each([
  ["no proxy is trusted: the socket", "203.0.113.9", "198.51.100.1", 0, "203.0.113.9"],
  ["no trusted proxy, a spoofed list", "203.0.113.9", "1.1.1.1, 2.2.2.2", 0, "203.0.113.9"],
  ["one proxy: what it wrote itself", "10.0.0.1", "198.51.100.1", 1, "198.51.100.1"],
  ["one proxy, a spoofed entry before it", "10.0.0.1", "1.1.1.1, 198.51.100.1", 1, "198.51.100.1"],
  ["two proxies", "10.0.0.1", "1.1.1.1, 198.51.100.1, 10.0.0.2", 2, "198.51.100.1"],
  ["more proxies than entries: the first", "10.0.0.1", "198.51.100.1", 3, "198.51.100.1"],
  ["one proxy that said nothing", "10.0.0.1", null, 1, "10.0.0.1"],
  ["one proxy that wrote no address", "10.0.0.1", "unknown", 1, "10.0.0.1"],
  ["one proxy, an address with a port", "10.0.0.1", "198.51.100.1:4711", 1, "198.51.100.1"],
  ["one proxy, IPv6", "10.0.0.1", "2001:DB8::1", 1, "2001:db8::1"],
])("%s", (_title, socket, forwardedFor, hops, expected) => {
  expect(callerAddress(socket, forwardedFor, hops)).toBe(expected);
});

test.each([
  ["::ffff:203.0.113.9", "203.0.113.9"],
  ["::FFFF:203.0.113.9", "203.0.113.9"],
  ["[2001:db8::1]:443", "2001:db8::1"],
  ["[2001:db8::1]", "2001:db8::1"],
  ["fe80::1%eth0", "fe80::1"],
  ["203.0.113.9:80", "203.0.113.9"],
])("%s is %s", (text, expected) => {
  expect(plainAddress(text)).toBe(expected);
});
