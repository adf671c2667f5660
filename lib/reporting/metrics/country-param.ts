/** Filters of figures and lists by country and publisher. Runs in the browser too. */
import { z } from "zod";
import { unknownCountry } from "@/lib/ledger/country";

export const countryParam = z
  .string()
  .regex(new RegExp(`^([A-Z]{2}|${unknownCountry})$`), "A country must be two capital letters, or none.")
  .optional()
  .meta({ description: "An ISO 3166 code; `none` if the country is unknown." });

/** A publisher, as reports count it. */
export const publisherParam = z.string().max(128, "Use at most 128 characters.").optional().meta({
  description:
    "The network's ID of the site or app that showed the ad; `none` without one, `(other)` for IDs beyond the limit.",
});
