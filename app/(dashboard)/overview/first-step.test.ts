import { expect, test } from "vitest";
import { nextFirstStep } from "./first-step";

const [campaign, click] = [{}, {}];

test.each([
  [
    "an empty project adds its app",
    { listings: 0, campaign: null, click: null, installs: false, real: null },
    "app",
  ],
  [
    "a known app gets a link",
    { listings: 1, campaign: null, click: null, installs: false, real: null },
    "link",
  ],
  ["a link is followed", { listings: 1, campaign, click: null, installs: false, real: null }, "follow"],
  [
    "a website's link needs no store page",
    { listings: 0, campaign, click: null, installs: false, real: null },
    "follow",
  ],
  ["after the click comes the app", { listings: 2, campaign, click, installs: false, real: null }, "init"],
  [
    "an app that was integrated first is not sent back",
    { listings: 0, campaign: null, click: null, installs: true, real: {} },
    null,
  ],
  [
    "an install of a test device is not the first real one",
    { listings: 1, campaign, click, installs: true, real: null },
    "real",
  ],
])("%s", (_, progress, next) => {
  expect(nextFirstStep(progress)).toBe(next);
});
