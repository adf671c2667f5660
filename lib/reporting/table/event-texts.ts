/** What the columns of an event or a type of payment are called. */

import { t } from "@/lib/base/languages/texts";

export const eventParts = ["count", "amount", "unique", "cost"] as const;
export type EventPart = (typeof eventParts)[number];
type Kind = "event" | "payment";

export const eventLabels: Record<EventPart, (name: string) => string> = {
  count: (name) => name,
  amount: (name) => t("{name}: amount", { name }),
  unique: (name) => t("{name}: users", { name }),
  cost: (name) => t("Cost per {name}", { name }),
};

export const eventMeanings: Record<EventPart, (name: string, kind: Kind) => string> = {
  count: (name, kind) =>
    kind === "event"
      ? t("How often users sent {name}.", { name })
      : t("How often there was a completed payment of type {name}.", { name }),
  amount: (name, kind) =>
    kind === "event"
      ? t("Total amount of {name}.", { name })
      : t("Total amount of completed payments of type {name}.", { name }),
  unique: (name, kind) =>
    kind === "event"
      ? t("Unique users with at least one event {name}.", { name })
      : t("Unique users with at least one payment {name}.", { name }),
  cost: (name) => t("Spend per {name}.", { name }),
};
