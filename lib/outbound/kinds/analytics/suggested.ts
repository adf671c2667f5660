import { suggestedRule } from "@/lib/outbound/mapping/payload";

const unpriced = { value: { from: "none" } } as const;

/** Apps usually send their own events to such a service, so the default mapping sends only what it cannot know. */
export const suggestedEvents = (names: { install: string; moved: string; back: string }) => [
  suggestedRule("install", names.install, unpriced),
  suggestedRule("organic", names.install, unpriced),
  suggestedRule("reattributed", names.moved, unpriced),
  suggestedRule("reengagement", names.back, unpriced),
];

export const suggestedEventNames = {
  install: "Install Attributed",
  moved: "Attribution Changed",
  back: "App Reengaged",
};
