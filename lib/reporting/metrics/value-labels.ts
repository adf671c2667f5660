/** Labels of countries, publishers and app versions. Runs in the browser too. */

import { t } from "@/lib/base/languages/texts";
import { countryName } from "@/lib/base/text/country-name";
import { notBrokenDownPublisher } from "@/lib/ledger/ad-ids/publishers";
import { notBrokenDownVersion } from "@/lib/ledger/ad-ids/versions";
import { notBrokenDown, notBrokenDownCountry, unknownCountry } from "@/lib/ledger/country";

/** The label of a country code, or of unknown countries. */
export function countryLabel(code: string): string {
  if (code === notBrokenDownCountry) return notBrokenDown;
  return code === "" || code === unknownCountry ? t("Unknown") : countryName(code);
}

/** The label of a publisher. */
export const publisherLabel = (publisher: string): string =>
  publisher === notBrokenDownPublisher ? notBrokenDown : publisher || t("No publisher");

/** The label of an app version. */
export const versionLabel = (version: string): string =>
  version === notBrokenDownVersion ? notBrokenDown : version || t("Unknown");
