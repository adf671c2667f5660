import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { readPostback } from "@/lib/apple/postbacks/read";
import { signedText } from "@/lib/apple/postbacks/skan";
import vectors from "@/lib/apple/postbacks/vectors.json" with { type: "json" };
import { anAakPostback, anAppId, aSkanPostback, testAppleKeys } from "@/testing/apple-postbacks";

describe("SKAdNetwork", () => {
  test.each(vectors.skan.positive)("Apple's own example of $postback.version verifies", (vector) => {
    const text = signedText(vector.postback);
    expect(createHash("sha256").update(text).digest("hex")).toBe(vector.sha256);
    const read = readPostback("skan", vector.postback);
    expect(read).toMatchObject({ verdict: "verified", why: null, appId: "525463029", isTest: false });
    expect(read.uid).toBe(vector.postback["transaction-id"]);
  });

  test.each(vectors.skan.mutations)("$name", ({ postback, expectVerified }) => {
    expect(readPostback("skan", postback).verdict).toBe(expectVerified ? "verified" : "bad_signature");
  });

  test("unsigned values of the device are read next to the signed ones", () => {
    const read = readPostback("skan", vectors.skan.positive[0]!.postback);
    expect(read).toMatchObject({
      networkId: "com.example",
      sourceIdentifier: "5239",
      sourceDomain: "example.com",
      publisherAppId: null,
      sequence: 0,
      conversionType: "download",
      didWin: true,
      fine: 63,
      coarse: null,
      interaction: "click",
    });
  });

  test("before 4.0 the campaign ID is the source, and before 3.0 every postback won", () => {
    const [three, loss, older] = [2, 3, 4].map((at) =>
      readPostback("skan", vectors.skan.positive[at]!.postback),
    );
    expect(three).toMatchObject({ sourceIdentifier: "42", conversionType: "redownload", didWin: true });
    expect(loss!.didWin).toBe(false);
    expect(older!.didWin).toBe(true);
  });

  test.each(["1.0", "2.0", "5.0"])("version %s is not verified", (version) => {
    const read = readPostback("skan", {
      ...vectors.skan.positive[5]!.postback,
      version,
      "source-identifier": "12",
      "did-win": true,
      "postback-sequence-index": 0,
    });
    expect(read.verdict).toBe("unsupported_version");
  });

  test.each([
    [{ "campaign-id": "42" }, "campaign-id must be a whole number from 0 to 100."],
    [{ "app-id": "525463029" }, "app-id must be a whole number from 0 to 9007199254740991."],
    [{ "transaction-id": "1" }, "transaction-id must be a UUID."],
    [{ "conversion-value": 64 }, "conversion-value must be a whole number from 0 to 63."],
    [{ "attribution-signature": 1 }, "attribution-signature must be text of at most 500 characters."],
    [{ "did-win": "true" }, "did-win must be true or false."],
  ])("%j is not a postback, and has a reason", (change, why) => {
    const read = readPostback("skan", { ...vectors.skan.positive[2]!.postback, ...change });
    expect(read).toMatchObject({ verdict: "malformed", why, uid: "" });
  });

  test("a postback with the ad-showing app 0 is a developer's test", () => {
    const read = readPostback("skan", aSkanPostback(anAppId(), { "source-app-id": 0 }), testAppleKeys);
    expect(read).toMatchObject({ verdict: "verified", isTest: true });
  });

  test.each([
    ["source-app-id", { "source-domain": "0" }, "source-domain must be a domain."],
    ["fidelity-type", { "source-app-id": undefined, "source-domain": "0.\u20631" }, /source-domain must be/],
    ["fidelity-type", {}, "fidelity-type is missing."],
    ["redownload", {}, "redownload is missing."],
  ])(
    "a postback that Apple signed as %s cannot be reported as another kind, such as %j",
    (left, reported, why) => {
      const { [left]: _, ...rest } = aSkanPostback(anAppId(), { "source-app-id": 0 });
      const read = readPostback("skan", { ...rest, ...reported }, testAppleKeys);
      expect(read).toMatchObject({ verdict: "malformed", why: expect.stringMatching(why) });
    },
  );

  test.each(["constructor", "__proto__", "toString"])("%s is not a version", (version) => {
    const raw = aSkanPostback(anAppId(), { version: "3.0", "campaign-id": 12 });
    expect(readPostback("skan", { ...raw, version }, testAppleKeys).verdict).toBe("unsupported_version");
  });

  test("an app ID that is not a number is rejected", () => {
    expect(readPostback("skan", { "app-id": { toString: 1 } })).toMatchObject({
      verdict: "malformed",
      appId: null,
    });
  });
});

describe("AdAttributionKit", () => {
  test.each(vectors.aak)("$name", ({ body, expectVerified, bucket }) => {
    const read = readPostback("aak", body);
    expect(read.verdict).toBe(expectVerified ? "verified" : "bad_signature");
    if (bucket === "test") expect(read.isTest).toBe(true);
  });

  test("the key's name is read from the parsed header, and IDs may exceed 32 bits", () => {
    expect(readPostback("aak", vectors.aak[0]!.body)).toMatchObject({
      kid: "apple-development-identifier/1",
      appId: "10738027756",
      uid: "85546eb7-fd39-44bc-8990-c98a4ac36a49",
      conversionType: "re-engagement",
      networkId: "development",
      marketplace: "com.apple.AppStore",
    });
  });

  test("an unknown key and a wrong signature are different errors", () => {
    const [, payload, signature] = String(vectors.aak[0]!.body["jws-string"]).split(".");
    const header = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const judged = (value: object) =>
      readPostback("aak", { "jws-string": `${header(value)}.${payload}.${signature}` }).verdict;
    expect(judged({ kid: "apple-cas-identifier/9", alg: "ES256" })).toBe("unknown_key");
    expect(judged({ kid: "apple-development-identifier/1", alg: "none" })).toBe("bad_signature");
    expect(judged({ kid: "apple-development-identifier/1", alg: "HS256" })).toBe("bad_signature");
  });

  test("text that cannot be stored or shown is malformed", () => {
    const read = (payload: Record<string, unknown>) =>
      readPostback("aak", anAakPostback(anAppId(), { payload }), testAppleKeys);
    expect(read({ "source-domain": "a\u0000.example" }).verdict).toBe("malformed");
    expect(read({ "ad-network-identifier": "\ud800" }).verdict).toBe("malformed");
    // Characters that change the text direction are not allowed in names.
    expect(read({ "ad-network-identifier": "a\u202e" }).verdict).toBe("malformed");
    const [, payload, signature] = String(anAakPostback(anAppId())["jws-string"]).split(".");
    const header = Buffer.from(JSON.stringify({ kid: "a\u0000", alg: "ES256" })).toString("base64url");
    expect(readPostback("aak", { "jws-string": `${header}.${payload}.${signature}` })).toMatchObject({
      verdict: "unknown_key",
      kid: null,
    });
  });

  test.each([
    [{}, "jws-string must be text of at most 32768 characters."],
    [{ "jws-string": "a.b" }, "jws-string must be three parts of base64url."],
    [{ "jws-string": "a.b.c=" }, "jws-string must be three parts of base64url."],
    [{ "jws-string": "W10.W10.W10" }, "The header of jws-string must be a JSON object."],
  ])("%j is not a postback, and has a reason", (body, why) => {
    expect(readPostback("aak", body)).toMatchObject({ verdict: "malformed", why, appId: null });
  });
});

test("a forged postback does not replace the genuine one", () => {
  const real = aSkanPostback(anAppId());
  const invented = { ...real, "attribution-signature": aSkanPostback(1)["attribution-signature"] };
  const [one, other, again] = [real, invented, { ...real }].map((raw) =>
    readPostback("skan", raw, testAppleKeys),
  );
  expect(one!.digest).not.toBe(other!.digest);
  expect(one!.digest).toBe(again!.digest);
});

test("a copy with another unsigned value is another copy", () => {
  const appId = anAppId();
  const reported = anAakPostback(appId, { unsigned: { "conversion-value": 3 } });
  const [one, other] = [reported, { ...reported, "conversion-value": 4 }].map((raw) =>
    readPostback("aak", raw, testAppleKeys),
  );
  expect([one!.verdict, other!.verdict]).toEqual(["verified", "verified"]);
  expect(one!.digest).not.toBe(other!.digest);
});
