/** The country filter of figures and lists. Runs in the browser too. */
import { z } from "zod";
import { countryName } from "@/lib/base/text/country-name";
import { notBrokenDownVersion } from "@/lib/ledger/ad-ids/versions";
import { notBrokenDown, notBrokenDownCountry, unknownCountry } from "@/lib/ledger/country";

export const countryParam = z
  .string()
  .regex(new RegExp(`^([A-Z]{2}|${unknownCountry})$`), "A country must be two capital letters, or none.")
  .optional()
  .meta({ description: "An ISO 3166 code; `none` if the country is unknown." });

/** The label of a country code, or of unknown countries. */
export function countryLabel(code: string): string {
  if (code === notBrokenDownCountry) return notBrokenDown;
  return code === "" || code === unknownCountry ? "Unknown" : countryName(code);
}

/** The label of an app version. */
export const versionLabel = (version: string): string =>
  version === notBrokenDownVersion ? notBrokenDown : version || "Unknown";
