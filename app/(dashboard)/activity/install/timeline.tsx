"use client";

import {
  Banknote,
  ExternalLink,
  Eye,
  type LucideIcon,
  MonitorPlay,
  MousePointerClick,
  Scale,
  Smartphone,
  Trash2,
  Undo2,
  UserRound,
  Zap,
} from "lucide-react";
import { exactMoney } from "@/app/(dashboard)/shell/facts/exact-money";
import {
  checkLabels,
  originalAmountText,
  paymentState,
  paymentTypeName,
} from "@/app/(dashboard)/shell/facts/payment-labels";
import { figureFormat } from "@/app/(dashboard)/shell/figure-format";
import { useProject } from "@/app/(dashboard)/shell/session";
import { cn } from "@/components/cn";
import { exactTime, numberText } from "@/components/format";
import { Badge } from "@/components/ui/badge";
import { Card, CardHeader } from "@/components/ui/card";
import type { InstallPage } from "@/lib/activity/lists/installs/schema";
import { inSentence, t } from "@/lib/base/languages/texts";
import { checkStates, reasonText } from "@/lib/facts/payments/store-purchases";

type Moment = InstallPage["timeline"][number];

const faces: Record<Moment["kind"], { icon: LucideIcon; label: string }> = {
  click: { icon: MousePointerClick, label: t("Click") },
  view: { icon: Eye, label: t("View") },
  install: { icon: Smartphone, label: t("Install") },
  decision: { icon: Scale, label: t("Decision") },
  signed_in: { icon: UserRound, label: t("User") },
  event: { icon: Zap, label: t("Event") },
  payment: { icon: Banknote, label: t("Payment") },
  ads: { icon: MonitorPlay, label: t("Ads") },
  removal: { icon: Undo2, label: t("Payment removed") },
  open: { icon: ExternalLink, label: t("Opened by link") },
  uninstall: { icon: Trash2, label: t("Uninstalled") },
};

const titleOf = ({ kind, title, detail }: Moment): string => {
  if (kind !== "ads") return paymentTitleOf({ kind, title });
  const networks = Array.isArray(detail.networks) ? detail.networks.filter((name) => name !== null) : [];
  const seen = t("{title} {if_title, select, yes {impression} other {impressions}} that day", {
    title: numberText(Number(title)),
    if_title: title === "1" ? "yes" : "no",
  });
  return networks.length === 0 ? seen : `${seen}, ${networks.join(", ")}`;
};

const paymentTitleOf = ({ kind, title }: Pick<Moment, "kind" | "title">): string =>
  title && (kind === "payment" || kind === "removal") ? paymentTypeName(title) : title;

const completed = "PAYMENT_COMPLETED";

const statusIn = ({ kind, detail }: Moment): string | null =>
  kind === "payment" && typeof detail.status === "string" ? detail.status : null;

/** From the first click to the last payment. */
export function Timeline({ page }: { page: InstallPage }) {
  const { time_zone: timeZone } = useProject();
  return (
    <Card>
      <CardHeader
        title={t("Timeline")}
        description={t(
          "From the first click to the last payment or ad, in {timeZone}.{if_cut, select, yes { Of each kind only the newest 200 are shown.} other {}}",
          { timeZone, if_cut: page.cut ? "yes" : "no" },
        )}
      />
      <ol className="border-t px-5 py-4">
        {page.timeline.map((moment, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a list in order of time, only ever longer
          <Row key={index} moment={moment} timeZone={timeZone} last={index === page.timeline.length - 1} />
        ))}
      </ol>
    </Card>
  );
}

/** The result of checking a payment with its store. */
function PaymentCheck({ detail }: { detail: Moment["detail"] }) {
  const state = checkStates.find((one) => one === detail.check);
  if (state === undefined) return null;
  const reason = typeof detail.check_reason === "string" ? reasonText(detail.check_reason) : null;
  return (
    <span className="text-muted text-sm">
      {t("Store: {label}{reason}", {
        label: inSentence(checkLabels[state].label),
        reason: reason ? `. ${reason}` : null,
      })}
    </span>
  );
}

function Row({ moment, timeZone, last }: { moment: Moment; timeZone: string; last: boolean }) {
  const { currency } = useProject();
  const { icon: Icon, label } = faces[moment.kind];
  const status = statusIn(moment);
  // The payment brought no money, despite its amount.
  const failed = status !== null && status !== completed;
  return (
    <li className="relative grid grid-cols-[1.75rem_minmax(0,1fr)] gap-x-3 pb-4 last:pb-0">
      {last ? null : <span aria-hidden="true" className="absolute top-7 bottom-0 start-3.5 w-px bg-line" />}
      <span className="grid size-7 place-items-center rounded-full border bg-sunken text-muted">
        <Icon className="size-3.5" aria-hidden="true" />
      </span>
      <div className="grid min-w-0 gap-0.5">
        <div className="flex flex-wrap items-baseline gap-x-2.5">
          <span className="font-medium text-sm">{label}</span>
          <span className="min-w-0 break-words text-muted text-sm">{titleOf(moment)}</span>
          {moment.amount_minor === null ? null : (
            <span className={cn("num text-sm", failed ? "text-muted line-through" : "font-medium")}>
              {moment.original?.waits
                ? originalAmountText(moment.original)
                : moment.kind === "ads"
                  ? exactMoney(moment.amount_minor, currency)
                  : figureFormat(currency).full("money", moment.amount_minor)}
            </span>
          )}
          {moment.original === null ? null : (
            <span className="text-muted text-sm">
              {moment.original.waits
                ? t("no exchange rate yet")
                : t("paid as {original}", { original: originalAmountText(moment.original) })}
            </span>
          )}
          {status === null ? null : (
            <Badge tone={paymentState(status).tone}>{paymentState(status).label}</Badge>
          )}
          <PaymentCheck detail={moment.detail} />
        </div>
        <time dateTime={moment.at} className="num text-muted text-xs">
          {exactTime(new Date(moment.at), timeZone)}
        </time>
      </div>
    </li>
  );
}
