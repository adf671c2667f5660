/** Runs in the browser too. */
import { z } from "zod";
import { requiredLine, timestamp } from "@/lib/base/fields";
import { t } from "@/lib/base/languages/texts";
import { queryText } from "@/lib/data-access/query/schema";

/** The saved queries of a project. */
export const maxSavedQueries = 500;

export const savedQueryInput = z.object({ name: requiredLine(t("Name"), 100), sql: queryText });
export type SavedQueryInput = z.output<typeof savedQueryInput>;

const savedQuery = z.object({
  id: z.number().int(),
  name: z.string(),
  sql: z.string(),
  by: z.string(),
  saved_at: timestamp,
});
export type SavedQuery = z.output<typeof savedQuery>;

export const savedQueryList = z.object({ queries: z.array(savedQuery) });
export const oneSavedQuery = z.object({ query: savedQuery });
