import { z } from "zod";
import { timestamp } from "@/lib/base/fields";
import { t } from "@/lib/base/languages/texts";

/** The number of days for which a deleted project can be restored. */
export const graceDays = 7;

/** The typed name confirms that this project is meant. */
export const deletionInput = z.object({
  confirm: z
    .string({ error: t("Type the project's name.") })
    .trim()
    .max(200, t("Type the project's name.")),
});

export const deletedProject = z.object({ name: z.string(), remove_after: timestamp });

export const deletionLossesSchema = z.object({
  campaigns: z.number().int(),
  clicks: z.number().int(),
  installs: z.number().int(),
  sign_ups: z.number().int(),
  events: z.number().int(),
  payments: z.number().int(),
  server_keys: z.number().int(),
  /** Links on these hosts stop working. */
  hosts: z.array(z.string()),
});
export type Losses = z.output<typeof deletionLossesSchema>;

const deleted = z.object({
  id: z.number().int(),
  name: z.string(),
  deleted_by: z.string(),
  deleted_at: timestamp,
  /** The data is removed from then on; until then the project can be restored. */
  remove_after: timestamp,
  /** The progress of the removal from 0 to 1, and the deleted rows; null until it has begun. */
  removal: z.object({ done: z.number(), rows: z.number().int() }).nullable(),
});
export type DeletedProject = z.output<typeof deleted>;
export const deletedProjects = z.object({ projects: z.array(deleted) });

export const restoredProject = z.object({ id: z.number().int(), name: z.string() });
