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
import { paymentTypeName } from "@/app/(dashboard)/shell/facts/payment-labels";
import type { LiveEntry, LiveKind } from "@/lib/activity/live/schema";

export const liveKindDisplay: Record<LiveKind, { icon: LucideIcon; label: string; plural: string }> = {
  click: { icon: MousePointerClick, label: "Click", plural: "Clicks" },
  install: { icon: Smartphone, label: "Install", plural: "Installs" },
  signup: { icon: UserRound, label: "Sign-up", plural: "Sign-ups" },
  event: { icon: Zap, label: "Event", plural: "Events" },
  payment: { icon: Banknote, label: "Payment", plural: "Payments" },
  removal: { icon: Undo2, label: "Removed", plural: "Removals" },
  open: { icon: ExternalLink, label: "Link opened", plural: "Links opened" },
  rejection: { icon: Ban, label: "Rejected", plural: "Rejected" },
};

/** A payment's type as in its list; other entries have the name that the app sent. */
export const liveEntryTitle = ({ kind, title }: Pick<LiveEntry, "kind" | "title">): string =>
  (kind === "payment" || kind === "removal" ? paymentTypeName(title) : title) || "–";

/** Notes that are codes; rejections already have full sentences. */
const sentences: Record<string, string> = {
  test: "A test, excluded from reports.",
  removed: "Removed since, and no longer in reports.",
  inactive: "The campaign wasn’t running: logged but not counted.",
  deleted: "The campaign was deleted: logged but not counted.",
  preview: "A link preview from a messenger or social network: logged but not counted.",
  duplicate: "Repeats a click from a moment earlier: logged but not counted.",
  prefetch: "Prefetched by a browser: logged but not counted.",
  head: "A HEAD request: logged but not counted.",
  pending: "Attribution is in progress.",
  "couldn't attribute": "Couldn't be attributed yet. Cairn retries when more data arrives.",
  "not a link in this project": "The link doesn't belong to this project, so it isn't counted.",
  PAYMENT_INITIATED: "Only completed payments count as revenue.",
  PAYMENT_FAILED: "Only completed payments count as revenue.",
  PAYMENT_CANCELLED: "Only completed payments count as revenue.",
};

export const noteSentence = (kind: LiveKind, note: string): string =>
  sentences[note] ??
  (kind === "click"
    ? `Bot or automated traffic (${note.replaceAll("_", " ")}): logged but not counted.`
    : note);

const shorts: Record<string, string> = {
  PAYMENT_INITIATED: "initiated",
  PAYMENT_FAILED: "failed",
  PAYMENT_CANCELLED: "cancelled",
  "not a link in this project": "not from this project",
};

export const noteLabel = (note: string): string => shorts[note] ?? note.replaceAll("_", " ");
