import { X509Certificate } from "node:crypto";
import { afterAll, describe, expect, test } from "vitest";
import { extensionIds } from "@/lib/facts/purchases/apple/extensions";
import { appleRoot } from "@/lib/facts/purchases/apple/root";
import { maxSignedLength, readSigned, trustRoot } from "@/lib/facts/purchases/apple/signed";
import { readTransaction } from "@/lib/facts/purchases/apple/transaction";
import {
  aCertificate,
  aChain,
  aTransaction,
  intermediateMark,
  leafMark,
  signAsApple,
  testRootCertificate,
} from "@/testing/purchases/apple";

const distrust = trustRoot(testRootCertificate);
afterAll(distrust);

const bundle = "com.example.trails";
const claims = aTransaction();

test("Apple's root certificate is the published one", () => {
  expect(appleRoot.fingerprint256.replaceAll(":", "").toLowerCase()).toBe(
    "63343abfb89a6a03ebb57e9b3f5fa7be7c4f5c756f3017b3a8c488c3653e9179",
  );
  expect(appleRoot.verify(appleRoot.publicKey)).toBe(true);
});

test("a transaction that Apple signed is read", () => {
  expect(readSigned(signAsApple(claims))).toEqual({ claims });
});

test("the IDs of a certificate's extensions are read, and a damaged certificate has none", () => {
  const [leaf, intermediate] = aChain();
  expect(extensionIds(leaf!.der)).toEqual([leafMark]);
  expect(extensionIds(intermediate!.der)).toEqual(["2.5.29.19", intermediateMark]);
  for (let end = 0; end < leaf!.der.length; end++)
    expect(extensionIds(leaf!.der.subarray(0, end))).toEqual([]);
  expect(extensionIds(appleRoot.raw)).toEqual(["2.5.29.14", "2.5.29.19", "2.5.29.15"]);
});

const otherRoot = aCertificate("Test Root CA", { ca: true });
const old = { from: new Date("2020-01-01"), until: new Date("2026-03-02T10:00:04Z") };

test.each<[string, string]>([
  ["another root with the same name", signAsApple(claims, aChain({ root: otherRoot }))],
  ["an expired certificate", signAsApple(claims, aChain({ leaf: old }))],
  ["an expired intermediate certificate", signAsApple(claims, aChain({ intermediate: { ...old } }))],
  ["a certificate for another purpose", signAsApple(claims, aChain({ leaf: { marks: [intermediateMark] } }))],
  ["an intermediate of another purpose", signAsApple(claims, aChain({ intermediate: { marks: [] } }))],
  ["an intermediate that may not issue", signAsApple(claims, aChain({ intermediate: { ca: false } }))],
  ["a time before the certificates", signAsApple({ ...claims, signedDate: 0 })],
  ["no time", signAsApple({ ...claims, signedDate: undefined })],
  ["a short chain", signAsApple(claims, aChain().slice(0, 2))],
  ["a long chain", signAsApple(claims, [...aChain(), otherRoot])],
])("a transaction with %s is not signed by Apple", (_name, jws) => {
  expect(readSigned(jws)).toEqual({ problem: "not_signed" });
});

test("changed claims, another key and another algorithm are not signed by Apple", () => {
  const [head, , signature] = signAsApple(claims).split(".");
  const other = signAsApple({ ...claims, price: 1 }).split(".")[1];
  expect(readSigned(`${head}.${other}.${signature}`)).toEqual({ problem: "not_signed" });
  const [leaf, ...rest] = aChain();
  const foreign = { ...leaf!, key: otherRoot.key };
  expect(readSigned(signAsApple(claims, [foreign, ...rest]))).toEqual({ problem: "not_signed" });
  const none = Buffer.from(JSON.stringify({ alg: "none" })).toString("base64url");
  expect(readSigned(`${none}.${other}.`)).toEqual({ problem: "not_signed" });
});

test("after a chain is known, a transaction outside its time is still not signed by Apple", () => {
  const chain = aChain({ leaf: old });
  const earlier = { ...claims, signedDate: Date.parse("2026-03-02T10:00:00Z") };
  expect(readSigned(signAsApple(earlier, chain))).toEqual({ claims: earlier });
  expect(readSigned(signAsApple(claims, chain))).toEqual({ problem: "not_signed" });
});

test("without the test's root, the same transaction is not signed by Apple", () => {
  const untrust = trustRoot(new X509Certificate(otherRoot.der));
  untrust();
  expect(readSigned(signAsApple(claims, aChain({ root: otherRoot })))).toEqual({ problem: "not_signed" });
});

test.each(["", "a", "a.b", "a.b.c", "a.b.c.d", `${"a".repeat(maxSignedLength)}.b.c`, "bnVsbA.bnVsbA.a"])(
  "a text that is no signed transaction can't be read (%#)",
  (jws) => {
    expect(readSigned(jws)).toEqual({ problem: "unreadable" });
  },
);

describe("a transaction", () => {
  const read = (changed: Record<string, unknown>) =>
    readTransaction(signAsApple(aTransaction({ transactionId: "1", ...changed })), bundle);

  test("has its price in the currency's unit", () => {
    expect(read({ originalTransactionId: "0", appAccountToken: "a-uuid" })).toEqual({
      isFree: false,
      purchase: {
        transaction: "1",
        line: "0",
        product: "com.example.trails.year",
        amount: { major: 49.99, currency: "USD" },
        paidAt: new Date("2026-03-02T10:00:00Z"),
        refundedAt: null,
        refundedShare: 1,
        isSubscription: true,
        isRenewal: false,
        account: "a-uuid",
      },
    });
  });

  test("of older systems has no price", () => {
    expect(read({ price: undefined, currency: undefined })).toMatchObject({ purchase: { amount: null } });
    expect(read({ currency: "XXXX" })).toMatchObject({ purchase: { amount: null } });
  });

  test("of a free trial is free", () => {
    expect(read({ price: 0, offerDiscountType: "FREE_TRIAL" })).toMatchObject({ isFree: true });
  });

  test("that was refunded has the time and the share", () => {
    const revocationDate = Date.parse("2026-03-05T00:00:00Z");
    expect(read({ revocationDate })).toMatchObject({
      purchase: { refundedAt: new Date(revocationDate), refundedShare: 1 },
    });
    expect(read({ revocationDate, revocationPercentage: 67_932 })).toMatchObject({
      purchase: { refundedShare: 0.67932 },
    });
  });

  test.each<[string, Record<string, unknown>]>([
    ["other_app", { bundleId: "com.example.other" }],
    ["sandbox", { environment: "Sandbox" }],
    ["sandbox", { environment: "Xcode" }],
    ["family_shared", { inAppOwnershipType: "FAMILY_SHARED" }],
    ["unreadable", { transactionId: 7 }],
  ])("is not valid: %s", (problem, changed) => {
    expect(read(changed)).toMatchObject({ problem });
  });
});
