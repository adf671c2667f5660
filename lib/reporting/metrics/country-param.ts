/** Filters of figures and lists by country and publisher. Runs in the browser too. */
import { z } from "zod";
import { countryName } from "@/lib/base/text/country-name";
import { notBrokenDownPublisher } from "@/lib/ledger/ad-ids/publishers";
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

/** A publisher, as reports count it. */
export const publisherParam = z.string().max(128, "Use at most 128 characters.").optional().meta({
  description:
    "The network's ID of the site or app that showed the ad; `none` without one, `(other)` for IDs beyond the limit.",
});

/** The label of a publisher. */
export const publisherLabel = (publisher: string): string =>
  publisher === notBrokenDownPublisher ? notBrokenDown : publisher || "No publisher";

/** The label of an app version. */
export const versionLabel = (version: string): string =>
  version === notBrokenDownVersion ? notBrokenDown : version || "Unknown";
