import { suggest } from "@/lib/outbound/mapping/payload";

const unpriced = { value: { from: "none" } } as const;

/** Apps usually send their own events to such a service, so the default mapping sends only what it cannot know. */
export const suggestedEvents = (names: { install: string; moved: string; back: string }) => [
  suggest("install", names.install, unpriced),
  suggest("organic", names.install, unpriced),
  suggest("reattributed", names.moved, unpriced),
  suggest("reengagement", names.back, unpriced),
];

export const plainNames = {
  install: "Install Attributed",
  moved: "Attribution Changed",
  back: "App Reengaged",
};
