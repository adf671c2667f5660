/** The input and the answers of a project's websites. Runs in the browser too. */
import { z } from "zod";
import { siteOrigins } from "@/lib/accounts/access/site-origins";
import { timestamp } from "@/lib/base/fields";

export const siteInput = z.object({ origins: siteOrigins });

export const websiteSettings = z.object({
  /** Created with the first website; null before. */
  token: z.string().nullable(),
  /** Earlier tokens that are still valid. */
  old_tokens: z.array(z.object({ token: z.string(), expires_at: timestamp })),
  origins: z.array(z.string()),
  /** Null until a website has sent an event. */
  last_seen_at: timestamp.nullable(),
});
export type WebsiteSettings = z.output<typeof websiteSettings>;
