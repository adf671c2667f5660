/** The country that figures and lists are narrowed to. Runs in the browser too. */
import { z } from "zod";
import { countryName } from "@/lib/base/text/country-name";
import { unknownCountry } from "@/lib/ledger/country";

export const countryParam = z
  .string()
  .regex(new RegExp(`^([A-Z]{2}|${unknownCountry})$`), "A country must be two capital letters, or none.")
  .optional()
  .meta({ description: "An ISO 3166 code; `none` if the country is unknown." });

/** Of a code, or of none. */
export const countryLabel = (code: string) =>
  code === "" || code === unknownCountry ? "Unknown" : countryName(code);

/** Said where spend would stand. */
export const noSpendByCountry = "Ad networks report spend without a country.";
