import { expect, test } from "vitest";
import { lossText } from "./losses";

const none = {
  campaigns: 0,
  clicks: 0,
  installs: 0,
  sign_ups: 0,
  events: 0,
  payments: 0,
  server_keys: 0,
  hosts: [],
};

test("losses are listed as figures, without zeros", () => {
  expect(lossText({ ...none, campaigns: 3, clicks: 1204, server_keys: 1 })).toBe(
    "3 campaigns, 1,204 clicks, 1 server key, and all settings",
  );
  expect(lossText({ ...none, installs: 1 })).toBe("1 install and all settings");
  expect(lossText(none)).toBe("the project and its settings");
});
