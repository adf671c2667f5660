import { createHmac } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { hmac } from "@/lib/access/address-key";

test("networks are hashed as the standard says, whatever the secret", () => {
  const networks = fc.oneof(fc.ipV4(), fc.ipV6());
  const secrets = fc.string({ unit: "binary", maxLength: 200 }).map((text) => text.toWellFormed());
  fc.assert(
    fc.property(secrets, networks, (secret, network) => {
      expect(hmac(secret, network)).toBe(createHmac("sha256", secret).update(network).digest("hex"));
    }),
  );
});
