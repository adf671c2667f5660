import type { LinkTest } from "@/lib/traffic/tester/schema";

export type Via = LinkTest["chain"][number]["via"];

/** The places a visitor can be sent to, in the middle of a sentence. */
export const places: Record<Via, string> = {
  redirect: "the campaign's own address for this platform",
  app_store: "the App Store",
  play_store: "Google Play",
  website: "the campaign's website",
  project_website: "the project's website",
  deeplink: "the campaign's deeplink",
  ended: "the address for ended links",
};

export const isOver = ({ active, deleted }: NonNullable<LinkTest["campaign"]>) => deleted || !active;

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

export function headline({ campaign, outcome: { kind, app, via } }: LinkTest): string {
  if (kind === "help_page" && campaign && isOver(campaign)) return "A page that says that the link is over";
  if (kind === "help_page") return "A page that says that there is nowhere to go";
  if (kind === "redirect") return via ? capital(places[via]) : "Another page";
  if (app === null) return via ? `A page with a button to ${places[via]}` : "A page with a button";
  return via
    ? `The app; where it is missing, ${places[via]}`
    : "The app; where it is missing, a page says so";
}
