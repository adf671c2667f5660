"use client";

import { Repeat, SearchX } from "lucide-react";
import { useParams } from "next/navigation";
import { toast } from "sonner";
import { Attempts } from "@/app/(dashboard)/outbound/deliveries/attempts";
import { DeliveryFacts } from "@/app/(dashboard)/outbound/deliveries/delivery-facts";
import { DeliveryGate } from "@/app/(dashboard)/outbound/deliveries/gate";
import { NetworkCheck } from "@/app/(dashboard)/outbound/deliveries/network-check";
import { Payload } from "@/app/(dashboard)/outbound/deliveries/payload";
import { ApiError, at, child, mutate } from "@/app/(dashboard)/shell/api";
import { useGet, useRefresh } from "@/app/(dashboard)/shell/data";
import {
  deliveryStateLabels,
  factNames,
  isEndedDelivery,
} from "@/app/(dashboard)/shell/facts/delivery-labels";
import { shortId } from "@/app/(dashboard)/shell/facts/install-labels";
import { Breadcrumb } from "@/app/(dashboard)/shell/frame/crumbs";
import { NotLoaded } from "@/app/(dashboard)/shell/page-skeleton";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";
import { confirm } from "@/components/dialogs/confirm";
import { EmptyState } from "@/components/empty-state";
import { exactTime } from "@/components/format";
import { IntentLink } from "@/components/intent-link";
import { PageHeader } from "@/components/page-header";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { GatedButton } from "@/components/ui/gated";
import { t } from "@/lib/base/languages/texts";
import type { ShownDelivery } from "@/lib/outbound/deliveries/schema";

export default function OneDelivery() {
  const { delivery: id } = useParams<{ delivery: string }>();
  const { id: project, time_zone: timeZone } = useProject();
  const all = at("/projects/:project/deliveries", { project });
  const path = child(all, "/:delivery", { delivery: id });
  const { data, error, refetch } = useGet(path, { refetchInterval: 10_000 });
  if (error instanceof ApiError && error.status === 404)
    return (
      <EmptyState
        icon={SearchX}
        page
        title={t("Delivery not found")}
        actions={
          <Button asChild>
            <IntentLink href={`/p/${project}/deliveries`}>{t("Go to deliveries")}</IntentLink>
          </Button>
        }
      >
        {t("It doesn't exist or belongs to another project.")}
      </EmptyState>
    );
  const delivery = data?.delivery;
  return (
    <div className="mx-auto grid max-w-6xl grid-cols-1 gap-6">
      <Breadcrumb label={shortId(id)} />
      <PageHeader
        title={
          delivery
            ? t("{factName} to {destination}", {
                factName: factNames[delivery.fact],
                destination: delivery.destination,
              })
            : t("Delivery")
        }
        description={delivery ? exactTime(new Date(delivery.created_at), timeZone) : " "}
        badge={
          delivery ? (
            <Badge tone={deliveryStateLabels[delivery.state].tone} dot>
              {deliveryStateLabels[delivery.state].label}
            </Badge>
          ) : null
        }
        actions={delivery ? <SendAgain delivery={delivery} /> : null}
      />
      {delivery ? (
        <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <div className="grid grid-cols-1 gap-6">
            <DeliveryGate delivery={delivery} />
            <NetworkCheck delivery={delivery} />
            <Payload delivery={delivery} />
            <Attempts attempts={delivery.attempts} />
          </div>
          <DeliveryFacts delivery={delivery} />
        </div>
      ) : (
        <NotLoaded error={error} retry={refetch} className="h-120" />
      )}
    </div>
  );
}

function SendAgain({ delivery: { id, state, destination } }: { delivery: ShownDelivery }) {
  const all = at("/projects/:project/deliveries", { project: useProject().id });
  const refresh = useRefresh();
  const lacking = useMissingRoleText("destinations.write");
  const reason = lacking ?? (isEndedDelivery(state) ? undefined : t("It hasn't been sent yet"));
  const again = () =>
    confirm({
      title: t("Send this delivery again?"),
      description:
        state === "sent"
          ? t(
              "{destination} accepted it before. It's sent with the same ID, so that receivers can recognize the repeat. Those that don't will count it twice.",
              { destination },
            )
          : t("It's sent with current rules and consent."),
      action: t("Send again"),
      destructive: state === "sent",
      onConfirm: async () => {
        const { replayed } = await mutate("POST", child(all, "/replay"), { ids: [id] });
        await refresh(all);
        if (replayed === 0)
          throw new Error(t("It can't be sent again: its destination was removed or its user erased."));
        toast.success(t("It's queued again"));
      },
    });
  return (
    <GatedButton reason={reason} onClick={() => void again()}>
      <Repeat />
      {t("Send again")}
    </GatedButton>
  );
}
