import { expect, test } from "vitest";
import { otherProviders, verifiedPrimary } from "@/lib/accounts/access/providers";
import { completeEnv } from "@/lib/base/env";

test("an address that GitHub has not verified is ignored", () => {
  const own = { email: "me@example.com", primary: true, verified: true };
  const claimed = { email: "victim@example.com", primary: true, verified: false };
  const second = { email: "second@example.com", primary: false, verified: true };
  expect(verifiedPrimary([second, own])).toBe("me@example.com");
  expect(verifiedPrimary([claimed, second])).toBeNull();
  expect(verifiedPrimary([])).toBeNull();
});

test("an external service is offered if both of its settings are set", () => {
  const offered = (values: Record<string, string>) => {
    completeEnv({
      GITHUB_ID: "",
      GITHUB_SECRET: "",
      GOOGLE_CLIENT_ID: "",
      GOOGLE_CLIENT_SECRET: "",
      ...values,
    });
    return otherProviders().map(({ id }) => id);
  };
  expect(offered({})).toEqual([]);
  expect(offered({ GITHUB_ID: "x" })).toEqual([]);
  expect(offered({ GITHUB_ID: "x", GITHUB_SECRET: "y" })).toEqual(["github"]);
  expect(
    offered({ GITHUB_ID: "x", GITHUB_SECRET: "y", GOOGLE_CLIENT_ID: "x", GOOGLE_CLIENT_SECRET: "y" }),
  ).toEqual(["github", "google"]);
});
