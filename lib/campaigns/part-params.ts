import { z } from "zod";

const partOf = (what: string) =>
  z
    .string()
    .max(512, "No id is that long.")
    .optional()
    .meta({ description: `The id of ${what} of the campaign.` });

export const partParams = {
  ad_set: partOf("an ad set"),
  creative: partOf("a creative"),
  keyword: partOf("a keyword"),
};
