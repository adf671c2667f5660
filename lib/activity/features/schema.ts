import { z } from "zod";

/** Whether the project has data or settings of a feature. The menus hide the others. */
export const usedFeatures = z.object({
  web_to_app: z.boolean(),
  ios: z.boolean(),
  affiliates: z.boolean(),
  ad_revenue: z.boolean(),
  billing: z.boolean(),
});
export type UsedFeatures = z.output<typeof usedFeatures>;
