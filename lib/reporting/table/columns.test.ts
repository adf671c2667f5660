import { expect, test } from "vitest";
import { noSums } from "@/lib/reporting/metrics/sums";
import { reportColumn } from "@/lib/reporting/table/columns";
import { rowFigures } from "@/lib/reporting/table/figures";
import { addSum } from "@/lib/reporting/tree/rules";

test.each([
  ["none of the installs can be asked about", {}, null, null],
  ["all that can be are there", { probed: 4 }, 0, 0],
  ["one of four is gone", { probed: 4, uninstalls: 1, uninstalled: 1 }, 1, 25],
  ["an uninstall of an install from before the period", { uninstalls: 1 }, 1, null],
  ["one of the period is gone after it", { probed: 4, uninstalled: 1 }, 0, 25],
])("uninstalls and their rate where %s", (_, counts, uninstalls, rate) => {
  const sums = noSums();
  for (const [measure, count] of Object.entries(counts))
    addSum(sums, { measure, name: "", count: count as number, amount: 0 });
  const row = rowFigures({ sums, uniqueEvents: new Map(), uniquePayments: new Map() }, []);
  expect(reportColumn("uninstalls")!.of(row)).toBe(uninstalls);
  expect(reportColumn("uninstall_rate")!.of(row)).toBe(rate);
});
