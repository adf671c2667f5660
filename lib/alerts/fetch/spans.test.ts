import { expect, test } from "vitest";
import { type AlertDays, inSpans } from "@/lib/alerts/fetch/spans";
import { dayCount } from "@/lib/base/days";
import { Refusal } from "@/lib/base/refusal";

/** The queries of a report with a maximum number of days. */
async function spans(room: number, days: AlertDays) {
  const found: string[] = [];
  const sum = async ({ from, to }: AlertDays) => {
    if (dayCount(from, to) > room)
      throw new Refusal("report_too_large", "The report would have too many rows.");
    return `${from} ${to}`;
  };
  for await (const span of inSpans(days, 21, sum)) found.push(span);
  return found;
}

test("a range that is too large for one report is summed in parts, each day once; one day that is too large is rejected", async () => {
  const days = { from: "2026-02-20", to: "2026-03-20" };
  expect(await spans(21, days)).toEqual(["2026-02-20 2026-03-12", "2026-03-13 2026-03-20"]);
  expect(await spans(11, days)).toEqual([
    "2026-02-20 2026-03-02",
    "2026-03-03 2026-03-13",
    "2026-03-14 2026-03-20",
  ]);
  expect(await spans(1, { from: "2026-02-28", to: "2026-03-02" })).toEqual([
    "2026-02-28 2026-02-28",
    "2026-03-01 2026-03-01",
    "2026-03-02 2026-03-02",
  ]);
  await expect(spans(0, days)).rejects.toThrow("too many rows");
});
