import { afterAll, expect, test } from "vitest";
import { callTimeoutMs, completeEnv, env } from "@/lib/base/env";

const { NODE_ENV = "", PASSWORD_COST = "" } = process.env;
const before = { APP_URL: "", DATABASE_URL: env.DATABASE_URL ?? "", NODE_ENV, PASSWORD_COST };
afterAll(() => completeEnv(before));

const reading = (settings: Record<string, string>) => () => {
  completeEnv(settings);
  try {
    return env.APP_URL;
  } finally {
    completeEnv(before);
  }
};

test("APP_URL is an origin; a trailing slash is allowed", () => {
  expect(reading({ APP_URL: "https://cairn.example.com/" })()).toBe("https://cairn.example.com");
  expect(reading({ APP_URL: "http://10.0.0.1:3000" })()).toBe("http://10.0.0.1:3000");
});

test.each([
  ["https://example.com/cairn", "has a path"],
  ["https://example.com/?a=b", "has a query"],
  ["https://example.com?", "has a query"],
  ["https://example.com/#top", "has a fragment"],
  ["https://me:secret@example.com", "has a user or password"],
  ["https://me@example.com/cairn", "has a user or password and a path"],
  ["example.com", "must begin with https:// or http://"],
])("APP_URL=%s is rejected with a message", (url, why) => {
  expect(reading({ APP_URL: url })).toThrow(`APP_URL must`);
  expect(reading({ APP_URL: url })).toThrow(why);
  expect(reading({ APP_URL: url })).not.toThrow("secret");
});

test("an invalid DATABASE_URL is rejected with a message that does not contain the password", () => {
  const wrong = reading({ DATABASE_URL: "postgres://me:secret@db/cairn?sslmode=maybe" });
  expect(wrong).toThrow("DATABASE_URL has an sslmode that is not one of");
  expect(wrong).not.toThrow("secret");
});

test("the full cost of passwords is the default, and only a test run may reduce it", () => {
  expect(PASSWORD_COST).not.toBe("");
  for (const NODE_ENV of ["production", "development", ""]) {
    expect(reading({ NODE_ENV, PASSWORD_COST: "14" })).toThrow("PASSWORD_COST is only for tests.");
    expect(reading({ NODE_ENV, PASSWORD_COST: "" })).not.toThrow();
  }
  completeEnv({ PASSWORD_COST: "" });
  expect(env.PASSWORD_COST).toBe(15);
  expect(reading({ PASSWORD_COST: "14" })).not.toThrow();
});

test("calls may take longer by the time that a statement may take beyond the default", () => {
  completeEnv({ DATABASE_TIMEOUT: "" });
  expect(callTimeoutMs(60_000)).toBe(60_000);
  completeEnv({ DATABASE_TIMEOUT: "5" });
  expect(callTimeoutMs(60_000)).toBe(60_000);
  completeEnv({ DATABASE_TIMEOUT: "240" });
  expect(callTimeoutMs(60_000)).toBe(285_000);
});
