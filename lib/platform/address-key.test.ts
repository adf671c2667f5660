import { createHmac } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { callerNetwork, hmac } from "@/lib/platform/address-key";

test("networks are hashed as the standard defines, with any secret", () => {
  const networks = fc.oneof(fc.ipV4(), fc.ipV6());
  const secrets = fc.string({ unit: "binary", maxLength: 200 }).map((text) => text.toWellFormed());
  fc.assert(
    fc.property(secrets, networks, (secret, network) => {
      expect(hmac(secret, network)).toBe(createHmac("sha256", secret).update(network).digest("hex"));
    }),
  );
});

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["::ffff:cb00:7107", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:0db8:0001:0002::/64"],
  ["2001:db8:1:2::9", "2001:0db8:0001:0002::/64"],
  ["fe80::1%eth0", "fe80:0000:0000:0000::/64"],
  ["", ""],
])("calls from %s are counted under %j", (address, network) => {
  expect(callerNetwork(address)).toBe(network);
});
