import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isCurrency } from "@/lib/base/money";
import { linkBase, normalizeHost, slugOf } from "@/lib/base/web/hosts";

describe("hosts", () => {
  test.each([
    ["links.example.com", "links.example.com"],
    ["LINKS.Example.COM", "links.example.com"],
    ["links.example.com.", "links.example.com"],
    ["links.example.com:8443", "links.example.com"],
    ["https://links.example.com/path?x#y", "links.example.com"],
    ["  links.example.com ", "links.example.com"],
    ["bücher.example", "xn--bcher-kva.example"],
    ["xn--bcher-kva.example", "xn--bcher-kva.example"],
    ["日本.example", "xn--wgv71a.example"],
    ["app.localhost", "app.localhost"],
    ["a.b.c.d.e.example", "a.b.c.d.e.example"],
    ["1.example", "1.example"],
  ])("%j is the host %s", (text, host) => {
    expect(normalizeHost(text)).toBe(host);
  });

  test.each([
    "",
    ".",
    "localhost",
    "example",
    "127.0.0.1",
    "127.1",
    "0x7f.1",
    "0x7f000001",
    "2130706433",
    "017700000001",
    "[::1]",
    "::1",
    "10.0.0.1:80",
    "169.254.169.254",
    "1.2.3",
    "a b.com",
    "a\tb.com",
    "under_score.example",
    "-a.example",
    "a-.example",
    "a..example",
    ".example.com",
    `${"a".repeat(64)}.example`,
    `${"a.".repeat(130)}example`,
    "user@example.com",
    "*.example.com",
    "exam%70le.com",
    "example.com\\evil",
    "example.123",
    "ftp://example.com",
    "javascript:alert(1)",
  ])("%j is not a host", (text) => {
    expect(normalizeHost(text)).toBeNull();
  });

  test("a normalised host is a DNS name, and normalising it again changes nothing", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.domain(), fc.webUrl(), fc.ipV4(), fc.ipV6()), (text) => {
        const host = normalizeHost(text);
        if (host === null) return;
        expect(host).toMatch(
          /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]*[a-z-][a-z0-9-]*$/,
        );
        expect(normalizeHost(host)).toBe(host);
      }),
    );
  });
});

test.each([
  ["links.example.com", "http://localhost:3000", "https://links.example.com"],
  ["app.localhost", "http://localhost:3000", "http://app.localhost:3000"],
  ["app.localhost", "http://localhost:4321", "http://app.localhost:4321"],
  ["app.localhost", "https://cairn.example.net", "http://app.localhost"],
  ["notlocalhost.example", "http://localhost:3000", "https://notlocalhost.example"],
])("links of %s, with the dashboard at %s, begin with %s", (host, appUrl, base) => {
  expect(linkBase(host, appUrl)).toBe(base);
});

test.each([
  ["Wanderlust", "wanderlust"],
  ["Wander & Lust — Über 2!", "wander-lust-uber-2"],
  ["  --x--  ", "x"],
  ["2048", "app-2048"],
  ["日本語", "app"],
  ["", "app"],
  ["a".repeat(100), "a".repeat(40)],
])("the slug of %j is %s", (name, slug) => {
  expect(slugOf(name)).toBe(slug);
});

test("a slug is a DNS label that begins with a letter, for any name", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 120 }), (name) => {
      expect(slugOf(name)).toMatch(/^[a-z]([a-z0-9-]{0,50}[a-z0-9])?$/);
    }),
  );
});

test("only existing currencies are accepted", () => {
  expect(["USD", "EUR", "JPY", "KWD", "INR"].every(isCurrency)).toBe(true);
  expect(["", "usd", "XXQ", "DOLLAR", "toString"].some(isCurrency)).toBe(false);
});
