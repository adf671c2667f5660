"use client";

import { Check } from "lucide-react";
import { at } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { NoPublicAddress } from "@/app/(dashboard)/shell/no-public-address";
import { NotLoaded } from "@/app/(dashboard)/shell/page-skeleton";
import { useProject } from "@/app/(dashboard)/shell/session";
import { cn } from "@/components/cn";
import { IntentLink } from "@/components/intent-link";
import { rich } from "@/components/rich";
import { Button } from "@/components/ui/button";
import { Card, CardFooter, CardHeader } from "@/components/ui/card";
import { When } from "@/components/ui/when";
import { t } from "@/lib/base/languages/texts";

const steps = [
  {
    call: "init",
    title: t("First open received"),
    kind: "install",
    missing: t("Waiting for the first init"),
  },
  {
    call: "trigger",
    title: t("Sign-up received"),
    kind: "signup",
    missing: t("Waiting for the first trigger"),
  },
  {
    call: "event",
    title: t("Event received"),
    kind: "event",
    missing: t("Waiting for the first capture-event"),
  },
  {
    call: "payment",
    title: t("Payment received"),
    kind: "payment",
    missing: t("Waiting for the first capture-payment"),
  },
] as const;

/** Polls the server. */
function useArrivals() {
  const { id } = useProject();
  return { id, ...useGet(at("/projects/:project/arrivals", { project: id }), { refetchInterval: 3_000 }) };
}

/** Below everything else, because it would push the content down when it appears. */
export function AddressWarning() {
  const { data } = useArrivals();
  return data?.no_public_address ? <NoPublicAddress /> : null;
}

export function Checklist() {
  const { id, data, error, refetch } = useArrivals();
  if (!data) return <NotLoaded error={error} retry={refetch} className="h-85" />;
  const arrived = steps.filter((step) => data[step.call] !== null).length;
  return (
    <Card>
      <CardHeader
        title={t("Received so far")}
        description={
          arrived === steps.length
            ? t("All four types of calls are arriving.")
            : t("{arrived} of {steps} so far.", { arrived, steps: steps.length })
        }
      />
      <ol className="divide-y border-t" aria-live="polite">
        {steps.map(({ call, title, kind, missing }) => {
          const at = data[call];
          return (
            <li
              key={call}
              className="grid grid-cols-[1.5rem_minmax(0,1fr)_auto] items-center gap-x-3 px-5 py-3"
            >
              <span
                className={cn(
                  "grid size-6 place-items-center rounded-full border",
                  at && "border-transparent bg-success-soft text-success",
                )}
              >
                {at ? (
                  <Check className="size-3.5" strokeWidth={2.5} aria-label={t("Received")} />
                ) : (
                  <span className="size-1.5 animate-pulse rounded-full bg-faint motion-reduce:animate-none" />
                )}
              </span>
              <div className="grid">
                <p className="font-medium text-sm">{title}</p>
                <p className="text-muted text-xs">
                  {at ? rich("Last seen {when}", { when: <When at={at} /> }) : missing}
                </p>
              </div>
              {at ? (
                <IntentLink
                  href={`/p/${id}/developers/test?kinds=${kind}`}
                  aria-label={t("View: {title}", { title })}
                  className="rounded-sm text-muted text-xs underline underline-offset-2"
                >
                  {t("View")}
                </IntentLink>
              ) : null}
            </li>
          );
        })}
      </ol>
      {data.refused ? (
        <div className="border-t bg-danger-soft px-5 py-3 text-sm">
          <p className="font-medium text-danger">
            {rich("Last rejected: <code>{endpoint}</code>", {
              endpoint: data.refused.endpoint,
              code: (text) => <code className="font-mono text-xs">{text}</code>,
            })}
          </p>
          <p className="break-words text-ink">{data.refused.reason}</p>
          <p className="text-muted text-xs">
            <When at={data.refused.at} />
          </p>
        </div>
      ) : null}
      <CardFooter>
        <Button asChild size="sm">
          <IntentLink href={`/p/${id}/developers/test`}>{t("Watch live")}</IntentLink>
        </Button>
      </CardFooter>
    </Card>
  );
}
