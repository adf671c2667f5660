import { z } from "zod";

/** A fraud rule that fired, as the screens show it. */
export const presentedFinding = z.object({
  rule: z.string(),
  label: z.string(),
  level: z.string(),
  /** Null: the finding is about the install itself. */
  click_id: z.string().nullable(),
  text: z.string(),
});
