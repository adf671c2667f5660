import { expect, test } from "vitest";
import { metricColumns } from "@/lib/reporting/table/columns";
import type { TableFigures } from "@/lib/reporting/table/schema";
import { shadeStyle, shadesOfRows } from "./shading";

const [clicks, installs] = ["clicks", "installs"].map(
  (id) => metricColumns.find((column) => column.id === id)!,
);
const row = (figures: Record<string, number | null>) => ({ metrics: figures }) as unknown as TableFigures;

test("a cell's shade is its share of the largest value of its column; zero and missing values have no shade", () => {
  const rows = [
    row({ clicks: 200, installs: 5 }),
    row({ clicks: 50, installs: 0 }),
    row({ clicks: null, installs: null }),
  ];
  const shade = shadesOfRows(rows, [clicks!, installs!]);
  expect([shade(clicks!, 200), shade(clicks!, 50), shade(clicks!, 0), shade(clicks!, null)]).toEqual([
    1,
    0.25,
    undefined,
    undefined,
  ]);
  // A single figure has nothing to compare with.
  expect(shade(installs!, 5)).toBeUndefined();
  expect(shadeStyle(undefined)).toBeUndefined();
  expect(shadeStyle(0.5)?.backgroundColor).toContain("11%");
});
