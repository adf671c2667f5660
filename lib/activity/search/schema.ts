import { z } from "zod";

export const searchQuery = z.object({
  q: z
    .string({ error: "Enter a search term." })
    .trim()
    .min(2, "Type at least two characters.")
    .max(256, "The search term is too long."),
});

const names = {
  campaigns: z.array(
    z.object({ id: z.number(), name: z.string(), display_id: z.string(), active: z.boolean() }),
  ),
  users: z.array(z.object({ user_id: z.string(), name: z.string().nullable() })),
  installs: z.array(
    z.object({
      id: z.string(),
      platform: z.string(),
      device_model: z.string().nullable(),
      found_by: z.string(),
    }),
  ),
  payments: z.array(z.object({ payment_id: z.string(), type: z.string() })),
  /** True if there are more results. */
  more: z.object({ campaigns: z.boolean() }),
  docs: z.array(z.object({ method: z.string(), path: z.string(), summary: z.string(), url: z.string() })),
};

/** The few best results of each kind. */
export const searchResults = z.object(names);
export type SearchResults = z.output<typeof searchResults>;
