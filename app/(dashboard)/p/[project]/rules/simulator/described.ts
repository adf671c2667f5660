/** A click and an install as they are described on the screen: text until it is asked about. */
import type { SimulatorInput } from "@/lib/attribution/simulate/schema";

type Tie = SimulatorInput["clicks"][number]["tie"];

export type ClickText = {
  key: number;
  campaign: string;
  minutes: string;
  unit: "seconds" | "minutes" | "hours" | "days";
  kind: "click" | "view";
  tie: Tie;
  platform: "ANDROID" | "IOS" | "DESKTOP";
  country: string;
  version: string;
  model: string;
  language: string;
  elsewhere: boolean;
  times: string;
  list: boolean;
  bot: boolean;
  used: boolean;
};

export type InstallText = {
  platform: "ANDROID" | "IOS";
  country: string;
  version: string;
  model: string;
  language: string;
  tracking: "" | "authorized" | "denied";
  refused: boolean;
  browsers: string;
  installs: string;
  neighbours: string;
  list: boolean;
  download: string;
  referrer: string;
  link: string;
};

export const aClick = (key: number, campaign: string): ClickText => ({
  key,
  campaign,
  minutes: "10",
  unit: "minutes",
  kind: "click",
  tie: "referrer",
  platform: "ANDROID",
  country: "",
  version: "",
  model: "",
  language: "",
  elsewhere: false,
  times: "",
  list: false,
  bot: false,
  used: false,
});

export const anInstall: InstallText = {
  version: "",
  model: "",
  language: "",
  tracking: "",
  refused: false,
  browsers: "",
  installs: "",
  platform: "ANDROID",
  country: "",
  neighbours: "",
  list: false,
  download: "",
  referrer: "",
  link: "",
};

const minutesIn = { seconds: 1 / 60, minutes: 1, hours: 60, days: 1_440 };
const number = (text: string) => (text.trim() === "" ? undefined : Number(text));

export function inputOf(clicks: ClickText[], install: InstallText): SimulatorInput {
  return {
    clicks: clicks.map((click) => ({
      campaign: Number(click.campaign),
      minutes_before: Number(click.minutes) * minutesIn[click.unit],
      kind: click.kind,
      tie: click.tie,
      platform: click.platform,
      country: click.country.toUpperCase(),
      os_version: click.version,
      device_model: click.model,
      language: click.language,
      no_referrer: click.elsewhere,
      clicks_in_ten_minutes: number(click.times),
      address_list: click.list ? "a list" : "",
      bot: click.bot,
      used: click.used,
    })),
    install: {
      platform: install.platform,
      country: install.country.toUpperCase(),
      os_version: install.version,
      device_model: install.model,
      language: install.language,
      att_status: install.platform === "IOS" && install.tracking !== "" ? install.tracking : undefined,
      consent_refused: install.refused,
      crowd: { browsers: number(install.browsers) ?? 1, installs: number(install.installs) ?? 1 },
      installs_in_an_hour: number(install.neighbours),
      address_list: install.list ? "a list" : "",
      download_seconds: number(install.download),
      referrer: install.referrer,
      link: install.link,
    },
  };
}

export const ties: { value: Tie; label: string; hint: string }[] = [
  { value: "referrer", label: "Play referrer", hint: "The store hands over the click's id." },
  { value: "link", label: "Opening link", hint: "The link that opens the app carries it." },
  { value: "advertising_id", label: "Advertising id", hint: "Click and install name the same device." },
  { value: "address", label: "Same address", hint: "No id; only the address is the same." },
  { value: "none", label: "Nothing", hint: "Nobody can know they belong together." },
];
