import { z } from "zod";
import { pageQuery, pagination, timestamp } from "@/lib/base/fields";
import type { CsvColumns } from "@/lib/base/text/csv";
import type { DatabaseRow } from "@/lib/platform/lists/schema";

export const auditFields = {
  id: z.number().int(),
  at: timestamp,
  actor: z.string(),
  action: z.string(),
  target: z.string(),
  detail: z.record(z.string(), z.unknown()),
  project_id: z.number().int().nullable(),
  project_name: z.string().nullable(),
};

export type AuditEntryRow = DatabaseRow<typeof auditFields>;

export const auditColumns: CsvColumns<AuditEntryRow> = {
  At: "at",
  Action: "action",
  On: "target",
  Who: "actor",
  Project: "project_name",
  Details: (row) => JSON.stringify(row.detail),
};

export const auditPage = z.object({ entries: z.array(z.object(auditFields)), pagination });
export type AuditEntry = z.output<typeof auditPage>["entries"][number];

export const auditFilter = z.object({
  search: z
    .string()
    .trim()
    .max(200, "Use at most 200 characters.")
    .optional()
    .meta({ description: "Part of the member's name or of the changed object." }),
  area: z
    .string()
    .regex(/^[a-z]+(-[a-z]+)*$/, "area must be an area of the audit log, such as campaign.")
    .optional()
    .meta({ description: "The first part of the action, such as `campaign`.", example: "campaign" }),
});

export const auditQuery = auditFilter.extend(pageQuery.shape);

export type AuditFilter = z.output<typeof auditFilter>;
export type AuditQuery = z.output<typeof auditQuery>;
