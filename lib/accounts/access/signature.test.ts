import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  bodySignatureOf,
  checkSignature,
  requestSignature,
  type SentSignature,
  type SignedRequest,
  type SigningKey,
  signingSettings,
} from "@/lib/accounts/access/signature";

const body = Buffer.from('{"token":"tok_test","platform":"ANDROID"}');
const timestamp = "1700000000000";
const now = new Date(1_700_000_000_000);
const key: SigningKey = { id: 1, keyId: "sig_1", secret: "secret_test", expiresAt: null };
const path = "/api/client/capture-payment";
const signed: SignedRequest = { method: "POST", path, body };
const sent: SentSignature = {
  authorization: "HMAC",
  keyId: "sig_1",
  timestamp,
  signature: "WvMYViLXsNEXgEai7gVRqWrEO7nDkFkPGptEIlOhMWc=",
  version: null,
};

test("published vectors of the first version: with and without a body", () => {
  expect(bodySignatureOf("secret_test", timestamp, body).toString("base64")).toBe(sent.signature);
  expect(bodySignatureOf("secret_test", timestamp, Buffer.alloc(0)).toString("base64")).toBe(
    "7F9g/CkgEbIEdCD4Wf0+Z92bly3OeXA4JLeguXyaAqI=",
  );
});

test("the second version signs time, method, path and the hash of the body, line by line", () => {
  const text = `${timestamp}\nPOST\n${path}\n6JltMO3+Fa2PM6F/FZ3VBjZ3emOUm8ZQwWv/CZcjGCM=`;
  expect(requestSignature("secret_test", timestamp, signed)).toEqual(
    createHmac("sha256", "secret_test").update(text).digest(),
  );
  expect(requestSignature("secret_test", timestamp, { ...signed, body: Buffer.alloc(0) })).toEqual(
    createHmac("sha256", "secret_test").update(`${timestamp}\nPOST\n${path}\n`).digest(),
  );
});

test.each([
  [{}, { required: false, bodyOnly: false }],
  [{ signing: { required: false } }, { required: false, bodyOnly: false }],
  [{ signing: { required: true } }, { required: true, bodyOnly: true }],
  [{ signing: { required: true, body_only: false } }, { required: true, bodyOnly: false }],
  [{ signing: { required: false, body_only: true } }, { required: false, bodyOnly: true }],
])(
  "projects that required signatures before the second version still accept the first: %j",
  (settings, reported) => {
    expect(signingSettings(settings)).toEqual(reported);
  },
);

const first = { ...sent };
const second: SentSignature = {
  ...sent,
  version: "2",
  signature: requestSignature("secret_test", timestamp, signed).toString("base64"),
};
const accepting = (bodyOnly: boolean, pathOf = (_signature: string, path: string) => path) => ({
  keys: [key],
  bodyOnly,
  pathOf,
  now,
});

test("a signature for one call is not valid for another", () => {
  const problem = (change: Partial<SignedRequest>) =>
    checkSignature(second, { ...signed, ...change }, accepting(true)).problem;
  expect(problem({})).toBeNull();
  expect(problem({ path: "/api/client/remove-captured-payment" })).toBe("signature_invalid");
  expect(problem({ path: `${path}/` })).toBe("signature_invalid");
  expect(problem({ method: "DELETE" })).toBe("signature_invalid");
});

test("the first version is only accepted if configured, and no signature is valid as the other version", () => {
  const problem = (claimed: SentSignature, bodyOnly: boolean) =>
    checkSignature(claimed, signed, accepting(bodyOnly)).problem;
  expect(problem(first, true)).toBeNull();
  expect(problem({ ...first, version: "1" }, true)).toBeNull();
  for (const version of [null, "", "1", "3", "x"])
    expect(problem({ ...first, version }, false)).toBe("signature_version_invalid");
  expect(problem({ ...first, version: "2" }, true)).toBe("signature_invalid");
  expect(problem({ ...second, version: null }, true)).toBe("signature_invalid");
});

test("a signature of the first version is valid only for the path it was first sent to", () => {
  const problem = (path: string) =>
    checkSignature(
      first,
      { ...signed, path },
      accepting(true, () => "/api/client/init"),
    ).problem;
  expect(problem("/api/client/init")).toBeNull();
  expect(problem("/api/client/trigger")).toBe("signature_path_changed");
});

describe.each([
  ["first", first],
  ["second", second],
])("a call's signature of the %s version", (_name, sent) => {
  const check = (
    change: Partial<SentSignature>,
    more: { keys?: SigningKey[]; at?: number; bytes?: Buffer } = {},
  ) =>
    checkSignature(
      { ...sent, ...change },
      { ...signed, body: more.bytes ?? body },
      { ...accepting(true), keys: more.keys ?? [key], now: new Date(now.getTime() + (more.at ?? 0)) },
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
    ["no scheme", { authorization: null }, {}, "signature_missing"],
    ["another scheme", { authorization: "Bearer x" }, {}, "signature_missing"],
    ["no key id", { keyId: null }, {}, "signature_missing"],
    ["no time", { timestamp: null }, {}, "signature_missing"],
    ["no signature", { signature: "" }, {}, "signature_missing"],
    ["a time that is none", { timestamp: "now" }, {}, "signature_timestamp_invalid"],
    ["a time with a fraction", { timestamp: "1700000000000.5" }, {}, "signature_timestamp_invalid"],
    ["nobody's key", { keyId: "sig_9" }, {}, "signature_key_unknown"],
    ["a key that has ended", {}, { keys: [until(0)] }, "signature_key_unknown"],
    ["another key's secret", { keyId: "sig_2" }, { keys: [key, other] }, "signature_invalid"],
    [
      "one byte of the body changed",
      {},
      { bytes: Buffer.from(body.toString().replace("tok", "tik")) },
      "signature_invalid",
    ],
    ["the same JSON in other bytes", {}, { bytes: Buffer.from(`${body} `) }, "signature_invalid"],
    ["no body", {}, { bytes: Buffer.alloc(0) }, "signature_invalid"],
    ["the time changed", { timestamp: "1700000000001" }, {}, "signature_invalid"],
    ["the signature cut", { signature: sent.signature!.slice(0, 20) }, {}, "signature_invalid"],
    ["no base64", { signature: "%%%" }, {}, "signature_invalid"],
    ["too long ago", {}, { at: 300_001 }, "signature_expired"],
    ["too far ahead", {}, { at: -300_001 }, "signature_expired"],
  ] as const)("%s", (_name, change, more, problem) => {
    expect(check(change, more as object)).toBe(problem);
  });
});
