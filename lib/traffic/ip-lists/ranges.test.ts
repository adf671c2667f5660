import { expect, test } from "vitest";
import { ipListOf, readAddressRanges, sortedRanges } from "@/lib/traffic/ip-lists/ranges";

const ranges = sortedRanges([
  { name: "tor", ranges: ["192.0.2.7", "198.51.100.0/25"] },
  { name: "hosting", ranges: ["198.51.100.0/24", "2001:db8:1::/48", "0.0.0.0/32"] },
]);

test.each([
  ["192.0.2.7", "tor"],
  ["192.0.2.8", null],
  ["198.51.100.0", "hosting"],
  ["198.51.100.255", "hosting"],
  ["198.51.101.0", null],
  ["::ffff:192.0.2.7", "tor"],
  ["::ffff:c000:207", "tor"],
  ["2001:db8:1::5", "hosting"],
  ["2001:0DB8:0001:ffff:ffff:ffff:ffff:ffff", "hosting"],
  ["2001:db8:2::", null],
  ["0.0.0.0", "hosting"],
  ["not an address", null],
  ["", null],
])("%s is on list %s", (address, list) => {
  expect(ipListOf(address, ranges)).toBe(list);
});

test("a list has one prefix per line, in the first column, with comments; invalid prefixes are reported", () => {
  const text =
    "# Tor exits\r\n192.0.2.7\n\n172.224.224.0/27,US,US-CA,Los Angeles,\n2001:db8::/129\n300.1.1.1\n10.0.0.0/8 ; mine\n";
  expect(readAddressRanges(text)).toEqual({
    ranges: ["192.0.2.7", "172.224.224.0/27", "10.0.0.0/8"],
    refused: ["2001:db8::/129", "300.1.1.1"],
  });
});

test("a large list gives the same result as checking each range", () => {
  const prefixes = Array.from(
    { length: 2_000 },
    (_, i) => `${(i * 37) % 200}.${i % 256}.${(i * 7) % 256}.0/${20 + (i % 9)}`,
  );
  const many = sortedRanges([{ name: "many", ranges: prefixes }]);
  const value = (address: string) => address.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);
  const spans = prefixes.map((prefix) => {
    const [address = "", bits] = prefix.split("/");
    const size = 2 ** (32 - Number(bits));
    const first = Math.floor(value(address) / size) * size;
    return [first, first + size - 1] as const;
  });
  for (let i = 0; i < 2_000; i++) {
    const address = `${(i * 53) % 200}.${(i * 3) % 256}.${(i * 11) % 256}.${i % 256}`;
    const number = value(address);
    const inside = spans.some(([first, last]) => number >= first && number <= last);
    expect(ipListOf(address, many)).toBe(inside ? "many" : null);
  }
});
