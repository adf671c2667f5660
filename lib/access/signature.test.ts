import { describe, expect, test } from "vitest";
import { checkSignature, type SentSignature, type SigningKey, signatureOf } from "@/lib/access/signature";

const body = Buffer.from('{"token":"tok_test","platform":"ANDROID"}');
const timestamp = "1700000000000";
const now = new Date(1_700_000_000_000);
const key: SigningKey = { id: 1, keyId: "sig_1", secret: "secret_test", expiresAt: null };
const sent: SentSignature = {
  authorization: "HMAC",
  keyId: "sig_1",
  timestamp,
  signature: "WvMYViLXsNEXgEai7gVRqWrEO7nDkFkPGptEIlOhMWc=",
};

test("published vectors: a body, and none", () => {
  expect(signatureOf("secret_test", timestamp, body).toString("base64")).toBe(sent.signature);
  expect(signatureOf("secret_test", timestamp, Buffer.alloc(0)).toString("base64")).toBe(
    "7F9g/CkgEbIEdCD4Wf0+Z92bly3OeXA4JLeguXyaAqI=",
  );
});

describe("a call's signature", () => {
  const check = (
    change: Partial<SentSignature>,
    more: { keys?: SigningKey[]; at?: number; bytes?: Buffer } = {},
  ) =>
    checkSignature(
      { ...sent, ...change },
      more.bytes ?? body,
      more.keys ?? [key],
      new Date(now.getTime() + (more.at ?? 0)),
    ).problem;
  const other: SigningKey = { ...key, id: 2, keyId: "sig_2", secret: "another" };
  const until = (ms: number): SigningKey => ({ ...key, expiresAt: new Date(now.getTime() + ms) });

  test.each([
    ["right", {}, {}, null],
    ["right, the scheme in small letters", { authorization: "hmac" }, {}, null],
    ["right, by one of several keys", {}, { keys: [other, key] }, null],
    ["right, by a key that ends later", {}, { keys: [until(1)] }, null],
    ["right, five minutes ago", {}, { at: 300_000 }, null],
    ["right, five minutes ahead", {}, { at: -300_000 }, null],
    ["no scheme", { authorization: null }, {}, "Signature missing!"],
    ["another scheme", { authorization: "Bearer x" }, {}, "Signature missing!"],
    ["no key id", { keyId: null }, {}, "Signature missing!"],
    ["no time", { timestamp: null }, {}, "Signature missing!"],
    ["no signature", { signature: "" }, {}, "Signature missing!"],
    ["a time that is none", { timestamp: "now" }, {}, "x-timestamp must be the time in milliseconds!"],
    [
      "a time with a fraction",
      { timestamp: "1700000000000.5" },
      {},
      "x-timestamp must be the time in milliseconds!",
    ],
    ["nobody's key", { keyId: "sig_9" }, {}, "Signing key unknown!"],
    ["a key that has ended", {}, { keys: [until(0)] }, "Signing key unknown!"],
    ["another key's secret", { keyId: "sig_2" }, { keys: [key, other] }, "Signature invalid!"],
    [
      "one byte of the body changed",
      {},
      { bytes: Buffer.from(body.toString().replace("tok", "tik")) },
      "Signature invalid!",
    ],
    ["the same JSON in other bytes", {}, { bytes: Buffer.from(`${body} `) }, "Signature invalid!"],
    ["no body", {}, { bytes: Buffer.alloc(0) }, "Signature invalid!"],
    ["the time changed", { timestamp: "1700000000001" }, {}, "Signature invalid!"],
    ["the signature cut", { signature: sent.signature!.slice(0, 20) }, {}, "Signature invalid!"],
    ["no base64", { signature: "%%%" }, {}, "Signature invalid!"],
    ["too long ago", {}, { at: 300_001 }, "x-timestamp is more than 5 minutes away from the server's time!"],
    [
      "too far ahead",
      {},
      { at: -300_001 },
      "x-timestamp is more than 5 minutes away from the server's time!",
    ],
  ] as const)("%s", (_name, change, more, problem) => {
    expect(check(change, more as object)).toBe(problem);
  });
});
