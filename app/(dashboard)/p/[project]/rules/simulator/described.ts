/** A click and an install as they are described on the screen: text until it is asked about. */
import type { SimulatorInput } from "../../../../contract";

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
  times: string;
  list: boolean;
  bot: boolean;
  used: boolean;
};

export type InstallText = {
  platform: "ANDROID" | "IOS";
  country: string;
  neighbours: string;
  list: boolean;
  download: string;
  referrer: string;
  link: string;
};

export const aClick = (key: number, campaign: string): ClickText => ({
  ...{ key, campaign, minutes: "10", unit: "minutes", kind: "click", tie: "referrer", platform: "ANDROID" },
  ...{ country: "", times: "", list: false, bot: false, used: false },
});

export const anInstall: InstallText = {
  ...{ platform: "ANDROID", country: "", neighbours: "", list: false, download: "", referrer: "", link: "" },
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
      clicks_in_ten_minutes: number(click.times),
      address_list: click.list ? "a list" : "",
      bot: click.bot,
      used: click.used,
    })),
    install: {
      platform: install.platform,
      country: install.country.toUpperCase(),
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
