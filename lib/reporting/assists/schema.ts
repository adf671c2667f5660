/** Assists, and installs by attribution model. Runs in the browser too. */
import { z } from "zod";
import { checkDayRange, day } from "@/lib/base/day-params";
import { campaignNameFields } from "@/lib/campaigns/list-fields";
import { countryParam } from "@/lib/reporting/metrics/country-param";
import { reportParams } from "@/lib/reporting/report/schema";

/** By install day; the default is the last thirty days. */
export const assistsQuery = z
  .object({
    from: day("from"),
    to: day("to"),
    platform: reportParams.shape.platform,
    country: countryParam,
  })
  .superRefine(checkDayRange);

const credit = {
  /** Attributed installs, as the report counts them. */
  last_touch: z.number(),
  /** Installs of other campaigns that this campaign had touched before. */
  assists: z.number().int(),
  first_touch: z.number(),
  linear: z.number(),
  position: z.number(),
};

export const assistsData = z.object({
  from: z.string(),
  to: z.string(),
  /** Attributed installs, and those that more than one campaign touched. */
  installs: z.number().int(),
  assisted: z.number().int(),
  rows: z.array(z.object({ campaign: campaignNameFields, network: z.string().nullable(), ...credit })),
});
export type AssistsData = z.output<typeof assistsData>;
