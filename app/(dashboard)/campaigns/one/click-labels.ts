/** Names of a click's properties, as people read them. Pure. */

import { t } from "@/lib/base/languages/texts";
import { countryName } from "@/lib/base/text/country-name";
import { languageName } from "@/lib/base/text/language-name";
import { platformNames } from "@/lib/base/text/platform-names";
import type { LinkClickPart } from "@/lib/reporting/campaign/link-clicks-schema";

export const clickPartLabels: Record<LinkClickPart, string> = {
  referrer: t("Referring site"),
  country: t("Country"),
  language: t("Language"),
  system: t("System"),
  device: t("Device"),
  browser: t("Browser"),
};

const missing: Record<LinkClickPart, string> = {
  referrer: t("No referring site"),
  country: t("Unknown country"),
  language: t("Unknown language"),
  system: t("Unknown system"),
  device: t("Unknown device"),
  browser: t("Unknown browser"),
};

/** A visitor's browser chooses the values, so a language may be any text. */
export function clickValueName(part: LinkClickPart, value: string | null): string {
  if (value === null) return missing[part];
  if (part === "country") return countryName(value);
  if (part === "language") return /^[a-z]{2,3}$/.test(value) ? languageName(value) : value;
  if (part !== "system") return value;
  const [platform = "", version] = value.split(" ");
  const name = platformNames[platform] ?? platform;
  return version === undefined ? name : `${name} ${version}`;
}

/** 14:00 */
export const hourLabel = (hour: number) => `${String(hour).padStart(2, "0")}:00`;
