/** The parameters and columns that lists of events have in common. */
import { z } from "zod";
import { t } from "@/lib/base/languages/texts";
import type { CsvCell } from "@/lib/base/text/csv";

/** A filter for an exact text. */
export const nameFilter = (what: string) =>
  z.string().trim().max(256, t("The {what} is too long.", { what })).optional();

export const campaignNameFields = z.object({
  id: z.number().int(),
  name: z.string(),
  display_id: z.string(),
  deleted: z.boolean(),
});

export type CampaignName = z.output<typeof campaignNameFields>;

type OfCampaign = { campaign: CampaignName | null };

export const campaignCsvColumns = {
  Campaign: ({ campaign }: OfCampaign): CsvCell => campaign?.name ?? null,
  "Campaign display ID": ({ campaign }: OfCampaign): CsvCell => campaign?.display_id ?? null,
};

/** Amounts in another currency than the project's, in its minor units. */
export const originalAmount = z
  .object({
    amount_minor: z.number().int(),
    currency: z.string(),
    /** There is no exchange rate for its day, so it does not count yet. */
    waits: z.boolean(),
  })
  .nullable();
export type OriginalAmount = z.output<typeof originalAmount>;
