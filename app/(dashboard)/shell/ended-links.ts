/** Options for the links of ended campaigns. */

import { inSentence, t } from "@/lib/base/languages/texts";
import { type endedLinkNames, isEndedLinkName } from "@/lib/projects/ended-links";

export const endedOptions = [
  { value: "store", label: t("The app’s store page") },
  { value: "website", label: t("The project’s website") },
  { value: "page", label: t("A “link has ended” page") },
] as const satisfies readonly { value: (typeof endedLinkNames)[number]; label: string }[];

export const endedLabel = (to: string): string =>
  inSentence(endedOptions.find(({ value }) => value === to)?.label ?? to);

/** The sentence is true for every combination of the other settings. */
export function endedSentence(to: string): string {
  const else_ = t("visitors see a page saying the link has ended");
  if (to === "page") return t("Visitors see a page saying the link has ended.");
  if (to === "website") return t("Visitors go to the project’s website; if none is set, {else_}.", { else_ });
  if (to === "store")
    return t(
      "Phones go to the app’s store page, desktops to the project’s website; if it isn’t set, {else_}.",
      { else_ },
    );
  return isEndedLinkName(to) ? "" : t("Visitors go to {to}.", { to });
}
