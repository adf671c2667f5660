import { t } from "@/lib/base/languages/texts";
import type { LinkTest } from "@/lib/traffic/tester/schema";

export type ChainVia = LinkTest["chain"][number]["via"];

/** The possible destinations of a visitor, as parts of a sentence. */
export const redirectReasonTexts: Record<ChainVia, string> = {
  rule: t("the rule's destination"),
  redirect: t("the campaign's URL for this platform"),
  app_store: t("the App Store"),
  play_store: t("Google Play"),
  website: t("the campaign's website"),
  project_website: t("the project's website"),
  deeplink: t("the campaign's deeplink"),
  ended: t("the URL for ended links"),
};

export const hasEnded = ({ active, deleted }: NonNullable<LinkTest["campaign"]>) => deleted || !active;

export const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

export function linkTestHeadline({ campaign, outcome: { kind, app, via } }: LinkTest): string {
  if (kind === "help_page" && campaign && hasEnded(campaign)) return t("A “link has ended” page");
  if (kind === "help_page") return t("A page saying there's no destination");
  if (kind === "get_app_page") return t("A page with a QR code and the stores");
  if (kind === "redirect") return via ? capitalized(redirectReasonTexts[via]) : t("Another page");
  if (app === null)
    return via
      ? t("A page with a button to {redirectReasonText}", { redirectReasonText: redirectReasonTexts[via] })
      : t("A page with a button");
  return via
    ? t("The app, or {redirectReasonText} if it's not installed", {
        redirectReasonText: redirectReasonTexts[via],
      })
    : t("The app, or a page saying it's not installed");
}
