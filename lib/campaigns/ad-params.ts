import { z } from "zod";
import { t } from "@/lib/base/languages/texts";

const partOf = (what: string) =>
  z
    .string()
    .max(512, "This ID is too long.")
    .optional()
    .meta({ description: `The id of ${what} of the campaign.` });

export const adPartParams = {
  ad_set: partOf(t("an ad set")),
  creative: partOf("a creative"),
  keyword: partOf("a keyword"),
};
