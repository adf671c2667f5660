"use client";

import { type ComponentProps, useMemo } from "react";
import { t } from "@/lib/base/languages/texts";
import { Combobox, type ComboboxOption } from "./combobox";
import { bound } from "./fields";
import { citiesByZone } from "./zone-cities";

// Browsers list some zones under their former names, but users search for the current ones.
const renamed: Record<string, string> = {
  "Africa/Asmera": "Africa/Asmara",
  "America/Buenos_Aires": "America/Argentina/Buenos_Aires",
  "America/Godthab": "America/Nuuk",
  "America/Indianapolis": "America/Indiana/Indianapolis",
  "America/Louisville": "America/Kentucky/Louisville",
  "Asia/Calcutta": "Asia/Kolkata",
  "Asia/Katmandu": "Asia/Kathmandu",
  "Asia/Rangoon": "Asia/Yangon",
  "Asia/Saigon": "Asia/Ho_Chi_Minh",
  "Atlantic/Faeroe": "Atlantic/Faroe",
  "Europe/Kiev": "Europe/Kyiv",
  "Pacific/Enderbury": "Pacific/Kanton",
  "Pacific/Ponape": "Pacific/Pohnpei",
  "Pacific/Truk": "Pacific/Chuuk",
};

export function browserTimeZone(): string {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return renamed[zone] ?? zone ?? "UTC";
}

function offsetOf(zone: string, now: Date): string {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    timeZoneName: "shortOffset",
  }).formatToParts(now);
  const name = parts.find((part) => part.type === "timeZoneName")?.value ?? "";
  return name.replace("GMT", "UTC").replace("-", "−");
}

export function timeZoneOptions(now: Date): ComboboxOption[] {
  const zones = Intl.supportedValuesOf("timeZone").map((zone) => ({ zone, name: renamed[zone] ?? zone }));
  const all = [{ zone: "UTC", name: "UTC" }, ...zones.filter((each) => each.name !== "UTC")];
  return all
    .sort((a, b) => a.name.localeCompare(b.name))
    .map(({ zone, name }) => ({
      value: name,
      label: name.replaceAll("_", " "),
      hint: offsetOf(zone, now),
      keywords: [...(zone === name ? [] : [zone]), ...(citiesByZone[name] ?? [])],
    }));
}

function TimeZoneSelect(props: Omit<ComponentProps<typeof Combobox>, "options" | "searchPlaceholder">) {
  const options = useMemo(() => timeZoneOptions(new Date()), []);
  return <Combobox options={options} searchPlaceholder={t("Search cities or time zones")} {...props} />;
}

/** In a file of its own, because few forms need the list of cities. */
export const TimeZoneField = bound<ComponentProps<typeof TimeZoneSelect>>(
  ({ onChange, ...control }, props) => <TimeZoneSelect {...control} onValueChange={onChange} {...props} />,
);
