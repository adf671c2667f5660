/** Options for the links of ended campaigns. */
import { type endedLinkNames, isEndedLinkName } from "@/lib/projects/ended-links";

export const endedOptions = [
  { value: "store", label: "The app’s store page" },
  { value: "website", label: "The project’s website" },
  { value: "page", label: "A “link has ended” page" },
] as const satisfies readonly { value: (typeof endedLinkNames)[number]; label: string }[];

export const endedLabel = (to: string): string =>
  endedOptions.find(({ value }) => value === to)?.label.toLowerCase() ?? to;

/** The sentence is true for every combination of the other settings. */
export function endedSentence(to: string): string {
  const else_ = "visitors see a page saying the link has ended";
  if (to === "page") return "Visitors see a page saying the link has ended.";
  if (to === "website") return `Visitors go to the project’s website; if none is set, ${else_}.`;
  if (to === "store")
    return `Phones go to the app’s store page, desktops to the project’s website; if it isn’t set, ${else_}.`;
  return isEndedLinkName(to) ? "" : `Visitors go to ${to}.`;
}
