import { z } from "zod";
import { requiredLine, timestamp } from "@/lib/base/fields";
import { t } from "@/lib/base/languages/texts";

const longest = 4_000;

/** The query string of an address without its question mark, in a normalized form. */
const query = z
  .string()
  .transform((text) => new URLSearchParams(text).toString())
  .refine(
    (text) => text.length <= longest,
    t("The view has too many settings to be saved. Use fewer filters."),
  );

export const savedViewInput = z.object({
  name: requiredLine(t("Name")),
  query,
  shared: z.boolean().meta({ description: "Shared with all members of the project." }),
});

export type ViewInput = z.output<typeof savedViewInput>;

const view = z.object({
  id: z.number().int(),
  name: z.string(),
  query: z.string(),
  shared: z.boolean(),
  own: z.boolean(),
  /** The owner of the view. */
  by: z.string(),
  updated_at: timestamp,
});

export const savedViewList = z.object({ views: z.array(view) });
export const oneSavedView = z.object({ view });

export type SavedView = z.output<typeof view>;
