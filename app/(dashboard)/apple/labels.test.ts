import { expect, test } from "vitest";
import { fineValuesText } from "./labels";

const values = (counts: Record<number, number>) =>
  Array.from({ length: 64 }, (_, value) => counts[value] ?? 0);

test("the closed grid says how many values occurred, and which one most often", () => {
  expect(fineValuesText(values({}))).toBe("No first-window postback had one.");
  expect(fineValuesText(values({ 0: 1 }))).toBe("1 first-window postback with 1 of 64 values, most often 0.");
  expect(fineValuesText(values({ 3: 40, 12: 1_200, 63: 7 }))).toBe(
    "1,247 first-window postbacks with 3 of 64 values, most often 12.",
  );
});
