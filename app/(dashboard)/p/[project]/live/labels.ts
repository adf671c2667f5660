import {
  Ban,
  Banknote,
  ExternalLink,
  type LucideIcon,
  MousePointerClick,
  Smartphone,
  Undo2,
  UserRound,
  Zap,
} from "lucide-react";
import { typeName } from "@/app/(dashboard)/p/[project]/payments/labels";
import type { LiveEntry, LiveKind } from "@/lib/reporting/live/schema";

export const faces: Record<LiveKind, { icon: LucideIcon; label: string; plural: string }> = {
  click: { icon: MousePointerClick, label: "Click", plural: "Clicks" },
  install: { icon: Smartphone, label: "Install", plural: "Installs" },
  signup: { icon: UserRound, label: "Sign-up", plural: "Sign-ups" },
  event: { icon: Zap, label: "Event", plural: "Events" },
  payment: { icon: Banknote, label: "Payment", plural: "Payments" },
  removal: { icon: Undo2, label: "Removed", plural: "Removals" },
  open: { icon: ExternalLink, label: "Link opened", plural: "Links opened" },
  rejection: { icon: Ban, label: "Refused", plural: "Refused" },
};

/** A payment's type as its list writes it; other things are called what the app called them. */
export const titleOf = ({ kind, title }: Pick<LiveEntry, "kind" | "title">): string =>
  (kind === "payment" || kind === "removal" ? typeName(title) : title) || "–";

/** Notes that are codes; what is refused says why in whole sentences. */
const sentences: Record<string, string> = {
  test: "A test: it stands in no figure.",
  removed: "It was removed since, and out of every figure with it.",
  inactive: "The campaign was not active: it is kept, but not counted.",
  deleted: "The campaign was deleted: it is kept, but not counted.",
  preview: "A preview in a messenger or a social network: it is kept, but not counted.",
  duplicate: "It repeats a click of a moment before: it is kept, but not counted.",
  prefetch: "A browser fetched it ahead of a person: it is kept, but not counted.",
  head: "Only the headers were asked for: it is kept, but not counted.",
  "not decided yet": "It is being decided which campaign led to it.",
  "put aside": "It could not be decided. It is tried again when something becomes known.",
  "not a link of this project": "The link is none of this project’s, so it counts nowhere.",
  PAYMENT_INITIATED: "Only payments that were completed count as revenue.",
  PAYMENT_FAILED: "Only payments that were completed count as revenue.",
  PAYMENT_CANCELLED: "Only payments that were completed count as revenue.",
};

export const sentenceOf = (kind: LiveKind, note: string): string =>
  sentences[note] ??
  (kind === "click" ? `Not a person (${note.replaceAll("_", " ")}): it is kept, but not counted.` : note);

const shorts: Record<string, string> = {
  PAYMENT_INITIATED: "initiated",
  PAYMENT_FAILED: "failed",
  PAYMENT_CANCELLED: "cancelled",
  "not a link of this project": "not ours",
};

export const shortOf = (note: string): string => shorts[note] ?? note.replaceAll("_", " ");
