import { expect, test } from "vitest";
import { clickValueName, hourLabel } from "./click-labels";

test("values have their usual names, and unusual values stay as they are", () => {
  expect(clickValueName("referrer", "news.example")).toBe("news.example");
  expect(clickValueName("referrer", null)).toBe("No referring site");
  expect(clickValueName("country", "DE")).toBe("Germany");
  expect(clickValueName("language", "pt")).toBe("Portuguese");
  expect(clickValueName("language", "*")).toBe("*");
  expect(clickValueName("system", "ANDROID 14")).toBe("Android 14");
  expect(clickValueName("system", "DESKTOP")).toBe("Desktop");
  expect(clickValueName("device", null)).toBe("Unknown device");
  expect(hourLabel(4)).toBe("04:00");
});
