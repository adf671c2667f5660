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
import { t } from "@/lib/base/languages/texts";

export const liveKindDisplay: Record<LiveKind, { icon: LucideIcon; label: string; plural: string }> = {
  click: { icon: MousePointerClick, label: t("Click"), plural: t("Clicks") },
  install: { icon: Smartphone, label: t("Install"), plural: t("Installs") },
  signup: { icon: UserRound, label: t("Sign-up"), plural: t("Sign-ups") },
  event: { icon: Zap, label: t("Event"), plural: t("Events") },
  payment: { icon: Banknote, label: t("Payment"), plural: t("Payments") },
  removal: { icon: Undo2, label: t("Removed"), plural: t("Removals") },
  open: { icon: ExternalLink, label: t("Link opened"), plural: t("Links opened") },
  rejection: { icon: Ban, label: t("Rejected"), plural: t("Rejected") },
};

/** A payment's type as in its list; other entries have the name that the app sent. */
export const liveEntryTitle = ({ kind, title }: Pick<LiveEntry, "kind" | "title">): string =>
  (kind === "payment" || kind === "removal" ? paymentTypeName(title) : title) || "–";

/** Notes that are codes; rejections already have full sentences. */
const sentences: Record<string, string> = {
  test: t("A test, excluded from reports."),
  removed: t("Removed since, and no longer in reports."),
  inactive: t("The campaign wasn’t running: logged but not counted."),
  deleted: t("The campaign was deleted: logged but not counted."),
  preview: "A link preview from a messenger or social network: logged but not counted.",
  duplicate: t("Repeats a click from a moment earlier: logged but not counted."),
  prefetch: t("Prefetched by a browser: logged but not counted."),
  head: "A HEAD request: logged but not counted.",
  pending: t("Attribution is in progress."),
  "couldn't attribute": t("Couldn't be attributed yet. Cairn retries when more data arrives."),
  "not a link in this project": t("The link doesn't belong to this project, so it isn't counted."),
  PAYMENT_INITIATED: t("Only completed payments count as revenue."),
  PAYMENT_FAILED: t("Only completed payments count as revenue."),
  PAYMENT_CANCELLED: t("Only completed payments count as revenue."),
};

export const noteSentence = (kind: LiveKind, note: string): string =>
  sentences[note] ??
  (kind === "click"
    ? t("Bot or automated traffic ({note}): logged but not counted.", { note: note.replaceAll("_", " ") })
    : note);

const shorts: Record<string, string> = {
  PAYMENT_INITIATED: "initiated",
  PAYMENT_FAILED: "failed",
  PAYMENT_CANCELLED: "cancelled",
  "not a link in this project": t("not from this project"),
};

export const noteLabel = (note: string): string => shorts[note] ?? note.replaceAll("_", " ");
