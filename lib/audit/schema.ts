import { z } from "zod";
import { pagination, timestamp } from "@/lib/fields";

const auditEntry = z.object({
  id: z.number().int(),
  at: timestamp,
  actor: z.string(),
  action: z.string(),
  target: z.string(),
  detail: z.record(z.string(), z.unknown()),
  project_id: z.number().int().nullable(),
  project_name: z.string().nullable(),
});

export const auditPage = z.object({ entries: z.array(auditEntry), pagination });
