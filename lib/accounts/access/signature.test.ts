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

test("published vectors of the first version: a body, and none", () => {
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
  "who required signatures before there was a second version goes on accepting the first: %j",
  (settings, said) => {
    expect(signingSettings(settings)).toEqual(said);
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

test("what was signed for one call is no signature of another", () => {
  const problem = (change: Partial<SignedRequest>) =>
    checkSignature(second, { ...signed, ...change }, accepting(true)).problem;
  expect(problem({})).toBeNull();
  expect(problem({ path: "/api/client/remove-captured-payment" })).toBe("Signature invalid!");
  expect(problem({ path: `${path}/` })).toBe("Signature invalid!");
  expect(problem({ method: "DELETE" })).toBe("Signature invalid!");
});

test("the first version is accepted only where that is said, and no signature passes for one of the other version", () => {
  const problem = (claimed: SentSignature, bodyOnly: boolean) =>
    checkSignature(claimed, signed, accepting(bodyOnly)).problem;
  expect(problem(first, true)).toBeNull();
  expect(problem({ ...first, version: "1" }, true)).toBeNull();
  for (const version of [null, "", "1", "3", "x"])
    expect(problem({ ...first, version }, false)).toBe("x-signature-version must be 2!");
  expect(problem({ ...first, version: "2" }, true)).toBe("Signature invalid!");
  expect(problem({ ...second, version: null }, true)).toBe("Signature invalid!");
});

test("a signature of the first version is good for the path it was sent to first", () => {
  const problem = (path: string) =>
    checkSignature(
      first,
      { ...signed, path },
      accepting(true, () => "/api/client/init"),
    ).problem;
  expect(problem("/api/client/init")).toBeNull();
  expect(problem("/api/client/trigger")).toBe("This signature was sent to another path already!");
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
