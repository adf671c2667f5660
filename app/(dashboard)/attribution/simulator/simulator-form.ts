import type { FormOf } from "@/components/fields/form";
import type { SimulatorInput } from "@/lib/attribution/simulate/schema";
import { t } from "@/lib/base/languages/texts";

type Click = SimulatorInput["clicks"][number];
type Install = SimulatorInput["install"];

/** A click and an install as described on the screen, under the API's field names. */
export type DescribedCase = {
  clicks: (Omit<Click, "campaign" | "minutes_before" | "kind" | "address_list"> & {
    campaign: string;
    minutes_before: number | undefined;
    unit: keyof typeof minutesIn;
    view: boolean;
    listed: boolean;
  })[];
  install: Omit<Install, "crowd" | "att_status" | "address_list"> & {
    crowd: { browsers?: number; installs?: number };
    att_status: Install["att_status"] | null;
    listed: boolean;
  };
};
export type DescribedForm = FormOf<DescribedCase>;

const minutesIn = { seconds: 1 / 60, minutes: 1, hours: 60, days: 1_440 };
export const ageUnits = (["seconds", "minutes", "hours", "days"] as const).map((unit) => ({
  value: unit,
  label: unit,
}));

const device = { country: "", os_version: "", device_model: "", language: "", listed: false };

export const describedClick = (campaign: string, tie: Click["tie"]): DescribedCase["clicks"][number] => ({
  ...device,
  campaign,
  minutes_before: 10,
  unit: "minutes",
  view: false,
  tie,
  platform: "ANDROID",
  no_referrer: false,
  bot: false,
  used: false,
});

export const describedInstall: DescribedCase["install"] = {
  ...device,
  platform: "ANDROID",
  att_status: null,
  consent_refused: false,
  crowd: {},
  referrer: "",
  link: "",
};

const upper = (country: unknown) => String(country ?? "").toUpperCase();
const listOf = (listed: boolean) => (listed ? "a list" : "");

export function simulatorInput({ clicks, install }: DescribedCase): SimulatorInput {
  const { listed, att_status: tracking, ...rest } = install;
  return {
    clicks: clicks.map(({ unit, view, listed, ...click }) => ({
      ...click,
      campaign: Number(click.campaign),
      minutes_before: (click.minutes_before ?? 0) * minutesIn[unit],
      kind: view ? "view" : "click",
      country: upper(click.country),
      address_list: listOf(listed),
    })),
    install: {
      ...rest,
      country: upper(rest.country),
      att_status: (rest.platform === "IOS" && tracking) || undefined,
      crowd: { browsers: rest.crowd.browsers ?? 1, installs: rest.crowd.installs ?? 1 },
      address_list: listOf(listed),
    },
  };
}

export const clickTieOptions: { value: Click["tie"]; label: string; hint: string }[] = [
  { value: "referrer", label: t("Play referrer"), hint: t("The store passes on the click ID.") },
  { value: "link", label: t("Opening link"), hint: t("The link that opens the app carries the click ID.") },
  {
    value: "advertising_id",
    label: t("Advertising ID"),
    hint: t("The click and the install share a device ID."),
  },
  { value: "address", label: t("Same IP"), hint: t("No ID; only the IP address matches.") },
  { value: "none", label: t("Nothing"), hint: t("The click and the install have nothing in common.") },
];
