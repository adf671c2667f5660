import { describe, expect, test } from "vitest";
import { decryptMeta, metaEnvelope, parseMetaKey } from "@/lib/attribution/evidence/meta-referrer";
import { readReferrer } from "@/lib/attribution/evidence/referrer";
import vectors from "@/lib/attribution/evidence/vectors.json" with { type: "json" };
import { addressNetwork } from "@/lib/platform/address-key";

describe("Meta's encrypted referrer", () => {
  for (const vector of vectors.meta) {
    test(`${vector.name}: ${vector.expectDecrypts ? "decrypts" : "is refused"}`, () => {
      const key = parseMetaKey(vector.key);
      const decrypted = key && decryptMeta({ data: vector.data, nonce: vector.nonce, at: null }, key);
      expect(decrypted !== null).toBe(vector.expectDecrypts);
    });
  }

  test("a nonce that is not 12 bytes long is rejected", () => {
    const { key, data, nonce } = vectors.meta[0]!;
    expect(decryptMeta({ data, nonce: `${nonce}00`, at: null }, parseMetaKey(key)!)).toBeNull();
  });

  test("Meta's old names are mapped, in an object or as text, from either referrer", () => {
    const vector = vectors.meta[1]!;
    const carriers = [vector.mirColumnsContentAsObject!, vector.mirColumnsContentAsString!].map(
      (columns) => JSON.parse(columns.install_referrer).utm_content,
    );
    carriers.push(new URLSearchParams(vector.gpirInstallReferrer).get("utm_content"));
    for (const content of carriers) {
      expect(decryptMeta(metaEnvelope(content)!, parseMetaKey(vector.key)!)).toEqual({
        campaignId: "444",
        campaignName: "CG",
        adSetId: "333",
        adSetName: "AS",
        creativeId: "222",
        creativeName: "AG",
        adId: "111",
        accountId: "555",
        publisherPlatform: "instagram",
        platformPosition: "story",
      });
    }
  });
});

describe("Play's referrer", () => {
  for (const { install_ref, expect: expected } of vectors.play.classify) {
    test(`${install_ref?.slice(0, 60) ?? "none"} is ${expected.class}`, () => {
      const read = readReferrer(install_ref);
      // Decryption depends on the key, so only the format is checked here.
      expect(read.kind).toBe(expected.class);
      if (expected.click_id) expect(read.clickId).toBe(expected.click_id);
      if (expected.gclid) expect(read.gclid).toBe(expected.gclid);
      if (expected.utm_campaign) expect(read.utmCampaign).toBe(expected.utm_campaign);
    });
  }
});

describe("an address of Google Play", () => {
  for (const built of vectors.play.build)
    for (const address of [built.https, built.market])
      test(`${address.slice(0, 24)}… passes its referrer to the app unchanged`, () => {
        const given = new URL(address).searchParams.get("referrer");
        expect(given).toBe(built.inner);
        expect(readReferrer(given)).toMatchObject({ utmCampaign: "summer", utmSource: "meta" });
      });
});

describe("networks of addresses", () => {
  const local = new Set(["::1", "fe80::1%en0"]);
  for (const { ip, key } of vectors.addresses) {
    test(`${ip} belongs to ${local.has(ip) ? "nobody" : key}`, () => {
      expect(addressNetwork(ip)).toBe(local.has(ip) ? null : key);
    });
  }

  test("shared and private addresses do not identify a network", () => {
    for (const address of [
      "10.1.2.3",
      "192.168.0.1",
      "172.16.9.9",
      "100.64.0.1",
      "127.0.0.1",
      "169.254.1.1",
      "fc00::1",
      "::ffff:10.0.0.1",
    ]) {
      expect(addressNetwork(address), address).toBeNull();
    }
  });
});
