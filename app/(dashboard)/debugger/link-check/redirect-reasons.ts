import type { LinkTest } from "@/lib/traffic/tester/schema";

export type ChainVia = LinkTest["chain"][number]["via"];

/** The possible destinations of a visitor, as parts of a sentence. */
export const redirectReasonTexts: Record<ChainVia, string> = {
  rule: "the rule's destination",
  redirect: "the campaign's URL for this platform",
  app_store: "the App Store",
  play_store: "Google Play",
  website: "the campaign's website",
  project_website: "the project's website",
  deeplink: "the campaign's deeplink",
  ended: "the URL for ended links",
};

export const hasEnded = ({ active, deleted }: NonNullable<LinkTest["campaign"]>) => deleted || !active;

export const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

export function linkTestHeadline({ campaign, outcome: { kind, app, via } }: LinkTest): string {
  if (kind === "help_page" && campaign && hasEnded(campaign)) return "A “link has ended” page";
  if (kind === "help_page") return "A page saying there's no destination";
  if (kind === "get_app_page") return "A page with a QR code and the stores";
  if (kind === "redirect") return via ? capitalized(redirectReasonTexts[via]) : "Another page";
  if (app === null)
    return via ? `A page with a button to ${redirectReasonTexts[via]}` : "A page with a button";
  return via
    ? `The app, or ${redirectReasonTexts[via]} if it's not installed`
    : "The app, or a page saying it's not installed";
}
