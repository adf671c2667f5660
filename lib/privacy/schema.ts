import { z } from "zod";
import { t } from "@/lib/base/languages/texts";

const named = z.string().trim().max(512).optional();

const person = z.object({ user: named, install: named });
const one = (given: z.output<typeof person>) => Boolean(given.user) !== Boolean(given.install);
const whichOne = { path: ["user"], message: t("Enter a user ID or an install.") };

export const personInput = person.refine(one, whichOne);

export const eraseInput = person
  .extend({ confirm: z.literal("erase", { error: t("Type the word erase.") }) })
  .refine(one, whichOne);

export const erasureResult = z.object({
  installs: z.number(),
  clicks: z.number(),
  events: z.number(),
  payments: z.number(),
  ad_revenue: z.number(),
});
export type ErasureResult = z.output<typeof erasureResult>;

export const personExport = z.record(z.string(), z.array(z.record(z.string(), z.unknown())));
