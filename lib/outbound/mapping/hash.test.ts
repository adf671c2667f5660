import { describe, expect, test } from "vitest";
import { deviceIdAs, hashedEmail, hashedPhone, hashedUserId } from "@/lib/outbound/mapping/hash";

const alice = "ff8d9819fc0e12bf0d24892e45987e249a28dce836a85cad60e28eaaa8c6d976";
const jane = "86e0b9e56c17cc4d12387e1949b85053fbe73bc3ce5a1188713a9d300cc6133d";
const janedoe = "d6117306485ed0e50afab3ac871e98f81699151f30281527d63ff5f233656c69";

describe("email", () => {
  test.each([
    ["plain", " Jane.Doe@Example.com ", jane],
    ["plain", "alice@example.com", alice],
    ["google", " Jane.Doe@Example.com ", jane],
    ["google", "Jane.Doe+shop@Gmail.com", janedoe],
    ["google", "jane doe@gmail.com", janedoe],
    ["google", "j.a.n.e.doe@googlemail.com", hashedEmail("janedoe@googlemail.com", "plain")],
    ["reddit", "Al.ice+Apple@Example.Com", alice],
  ] as const)("%s: %s", (form, raw, hash) => {
    expect(hashedEmail(raw, form)).toBe(hash);
  });

  test("an existing hash is not hashed again, but converted to lower case", () => {
    expect(hashedEmail(alice.toUpperCase(), "google")).toBe(alice);
    expect(hashedEmail(alice.slice(1), "plain")).toBeNull();
  });

  test("an invalid address has no hash", () => {
    for (const raw of ["", "alice", "@example.com", "alice@", null])
      expect(hashedEmail(raw, "plain")).toBeNull();
  });
});

describe("phone", () => {
  test.each([
    ["digits", "+1 (415) 555-2671", "758fbf68945f21c416814c539ab578876c8d98fb69e6da692def92cd52417fe0"],
    ["digits", "0014155552671", "758fbf68945f21c416814c539ab578876c8d98fb69e6da692def92cd52417fe0"],
    ["e164", "+1 (415) 555-2671", "cb6880e416769253645cb9c6b8989154bf66a56a77fc14c81fb1019663cbb928"],
    ["e164", "+1 (415) 555-2671 ext. 12", "cb6880e416769253645cb9c6b8989154bf66a56a77fc14c81fb1019663cbb928"],
    ["e164", "+15554441234", "e5b124c58580eb16bd959b8d0cac12b12c952e2ceae0203d416cff94f10b994a"],
    ["e164", "15554441234", "e5b124c58580eb16bd959b8d0cac12b12c952e2ceae0203d416cff94f10b994a"],
  ] as const)("%s: %s", (form, raw, hash) => {
    expect(hashedPhone(raw, form)).toBe(hash);
  });

  test("a number of 15 digits is complete, and 16 digits are not a number", () => {
    expect(hashedPhone("+123456789012345", "e164")).not.toBe(hashedPhone("+12345678901234", "e164"));
    expect(hashedPhone("+1234567890123456", "e164")).toBeNull();
  });

  test("a zero in brackets is removed from international numbers", () => {
    expect(hashedPhone("+41 (0)79 123 45 67", "e164")).toBe(hashedPhone("+41791234567", "e164"));
  });

  test("a number without its country code has no hash", () => {
    for (const raw of ["079 123 45 67", "", "call me", null]) expect(hashedPhone(raw, "e164")).toBeNull();
  });

  test("an existing hash is not hashed again", () => {
    expect(hashedPhone(alice, "digits")).toBe(alice);
  });
});

test("user IDs are hashed in lower case", () => {
  expect(hashedUserId(" User-1 ")).toBe(hashedUserId("user-1"));
  expect(hashedUserId("  ")).toBeNull();
});

describe("advertising ids", () => {
  const idfa = { kind: "idfa", id: "8c6cbc0d-5f43-4765-a6e6-84dff3d24707" } as const;
  const gaid = { kind: "gaid", id: "38400000-8cf0-11bd-b23e-10b96e40000d" } as const;
  test.each([
    [idfa, "lower", "8c6cbc0d-5f43-4765-a6e6-84dff3d24707"],
    [idfa, "as_written", "8C6CBC0D-5F43-4765-A6E6-84DFF3D24707"],
    [idfa, "sha256_as_written", "a42d19a29403bd7b316b7af676fc3fd14f3f5205405957af6785570d8877574d"],
    [idfa, "sha256_lower", "494a3979beb32c0fe480049c3c038403ae3526e447532dd7cafcb66ac9c9a962"],
    [gaid, "as_written", "38400000-8cf0-11bd-b23e-10b96e40000d"],
    [gaid, "sha256_as_written", "d4181bb455a74b3bc8b37c75ac9b2c702eb6b9930bd040b861403b31ca85634d"],
  ] as const)("%o as %s", (device, form, text) => {
    expect(deviceIdAs(device, form)).toBe(text);
  });
});
