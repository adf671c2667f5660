/** The SQL of shown figures. Runs in the browser too. */
import { z } from "zod";
import { checkDayRange } from "@/lib/base/day-params";
import { readNames } from "@/lib/base/text/name-list";
import { type Dimension, dimensionNames } from "@/lib/reporting/groups/dimensions";
import { reportFilter } from "@/lib/reporting/groups/schema";
import { overviewRows } from "@/lib/reporting/overview/names";
import { overviewParams } from "@/lib/reporting/overview/schema";
import { reportColumn } from "@/lib/reporting/table/columns";

const maxColumns = 300;

/** The levels below a campaign. */
export const adLevels = ["ad_set", "creative", "keyword"] as const;
export type AdLevel = (typeof adLevels)[number];

const badBy = `by must be total, ${adLevels.join(", ")}, or one or two of ${dimensionNames.join(", ")}.`;

type ReportRows = "total" | AdLevel | Dimension[];

export const reportSqlQuery = reportFilter.extend({
  by: z
    .string({ error: badBy })
    .transform((text): ReportRows => {
      const one = (["total", ...adLevels] as const).find((name) => name === text);
      return one ?? ([...new Set(text.split(","))] as Dimension[]);
    })
    .refine(
      (by) => !Array.isArray(by) || (by.length <= 2 && by.every((name) => dimensionNames.includes(name))),
      badBy,
    )
    .meta({ description: "The rows of the statement.", example: "network,week" }),
  columns: z
    .string({ error: "columns is required." })
    .transform(readNames)
    .refine(
      (ids) => ids.length > 0 && ids.length <= maxColumns && ids.every((id) => reportColumn(id) !== null),
      `columns must be one to ${maxColumns} columns of the report.`,
    )
    .meta({ description: "The IDs of columns of the report, in order." }),
});
export type ReportSqlQuery = z.output<typeof reportSqlQuery>;

export const overviewSqlQuery = z
  .object({
    ...overviewParams,
    by: z
      .enum(overviewRows, { error: `by must be one of ${overviewRows.join(", ")}.` })
      .default("total")
      .meta({
        description:
          'The rows of the statement, the paying users of the funnel, or the figures of "What changed" in its own periods.',
      }),
  })
  .superRefine(checkDayRange);
export type OverviewSqlQuery = z.output<typeof overviewSqlQuery>;

export const shownSql = z.object({
  /** One statement with its parameters as literals, for people to run. */
  sql: z.string(),
  /** Chosen columns that the statement does not return. */
  left_out: z.array(z.string()),
});
export type ShownSql = z.output<typeof shownSql>;
