/** Links of campaigns that are over lead somewhere, too. */
import { type endedWords, isEndedWord } from "@/lib/accounts/projects/ended-links";

export const endedOptions = [
  { value: "store", label: "The app’s page in the store" },
  { value: "website", label: "The project’s website" },
  { value: "page", label: "A page that says so" },
] as const satisfies readonly { value: (typeof endedWords)[number]; label: string }[];

export const endedLabel = (to: string): string =>
  endedOptions.find(({ value }) => value === to)?.label.toLowerCase() ?? to;

/** The sentence is true whatever else is set. */
export function endedSentence(to: string): string {
  const else_ = "a page says that the link is over";
  if (to === "page") return "Whoever follows its link sees a page that says that it is over.";
  if (to === "website")
    return `Whoever follows its link is sent to the project’s website; where there is none, ${else_}.`;
  if (to === "store")
    return `Whoever follows its link is sent to the app’s page in the store, on a desktop to the website; where there is neither, ${else_}.`;
  return isEndedWord(to) ? "" : `Whoever follows its link is sent to ${to}.`;
}
