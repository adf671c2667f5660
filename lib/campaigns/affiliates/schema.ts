import { z } from "zod";
import { requiredLine, timestamp } from "@/lib/base/fields";
import { t } from "@/lib/base/languages/texts";

export const affiliateInput = z.object({ name: requiredLine(t("Name")) });

const affiliate = z.object({
  id: z.number().int(),
  name: z.string(),
  /** Its value in the `channel` filter of the API. */
  channel: z.string(),
  campaigns: z.number().int(),
  created_at: timestamp,
});
export type Affiliate = z.output<typeof affiliate>;

export const affiliateList = z.object({ affiliates: z.array(affiliate) });
export const oneAffiliate = z.object({ affiliate });
