/** Names of a click's properties, as people read them. Pure. */
import { countryName } from "@/lib/base/text/country-name";
import { languageName } from "@/lib/base/text/language-name";
import { platformNames } from "@/lib/base/text/platform-names";
import type { LinkClickPart } from "@/lib/reporting/campaign/link-clicks-schema";

export const clickPartLabels: Record<LinkClickPart, string> = {
  referrer: "Referring site",
  country: "Country",
  language: "Language",
  system: "System",
  device: "Device",
  browser: "Browser",
};

const missing: Record<LinkClickPart, string> = {
  referrer: "No referring site",
  country: "Unknown country",
  language: "Unknown language",
  system: "Unknown system",
  device: "Unknown device",
  browser: "Unknown browser",
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
