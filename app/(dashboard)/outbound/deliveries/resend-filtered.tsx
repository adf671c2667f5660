"use client";

import { Repeat } from "lucide-react";
import { toast } from "sonner";
import { type ApiAddress, child, get, mutate } from "@/app/(dashboard)/shell/api";
import { useAction, useRefresh } from "@/app/(dashboard)/shell/data";
import { deliveryStateLabels, isEndedDelivery } from "@/app/(dashboard)/shell/facts/delivery-labels";
import { addressWithQuery, relatedListAddress, useList } from "@/app/(dashboard)/shell/list/list-state";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { confirm } from "@/components/dialogs/confirm";
import { numberText } from "@/components/format";
import { Button } from "@/components/ui/button";
import { Gated } from "@/components/ui/gated";
import { inSentence, t } from "@/lib/base/languages/texts";
import { maxReplayed } from "@/lib/outbound/deliveries/schema";
import type { FactKind } from "@/lib/outbound/mapping/fact";
import { deliveryList } from "./delivery-list";

/** Resends all deliveries of the filtered list: one destination and one result. */
export function ResendFiltered({ address }: { address: ApiAddress<"/projects/:project/deliveries"> }) {
  const { query } = useList(deliveryList);
  const { destination, state = "", uid, answer, fact, moved, ...rest } = query;
  const lacking = useMissingRoleText("destinations.write");
  const refresh = useRefresh();
  const isReady =
    destination !== undefined && isEndedDelivery(state) && uid === undefined && answer === undefined;
  const reason =
    lacking ?? (isReady ? undefined : t("First filter by a destination and a state that has ended"));
  const start = useAction(async () => {
    if (!isEndedDelivery(state)) return;
    const found = (await get(addressWithQuery(relatedListAddress(address, "/totals"), query))) as {
      count: number;
      more: boolean;
    };
    const count = Math.min(found.count, maxReplayed);
    const many = t("{count, plural, one {# delivery} other {# deliveries}}", { count });
    if (count === 0) return void toast.info(t("No deliveries match these filters"));
    await confirm({
      title: t("Send {many} again?", { many }),
      description: (
        <>
          <p>
            {t("{maxReplayed}Each is sent with current rules and consent.", {
              maxReplayed:
                found.count > maxReplayed
                  ? `${t("The {maxReplayed} oldest are sent now; repeat this for the rest.", { maxReplayed: numberText(maxReplayed) })} `
                  : "",
            })}
          </p>
          {state === "sent" ? (
            <p>
              {t(
                "They were accepted before. Receivers can recognize a repeat by its ID. Those that don't will count them twice.",
              )}
            </p>
          ) : null}
        </>
      ),
      action: t("Send again"),
      destructive: state === "sent",
      onConfirm: async () => {
        const { replayed } = await mutate("POST", child(address, "/replay"), {
          ...rest,
          // The server rejects an unknown name, as it does for the list.
          ...(fact === undefined ? {} : { fact: fact as FactKind }),
          ...(moved === "yes" ? { moved } : {}),
          destination: Number(destination),
          states: [state],
        });
        await refresh(address);
        toast.success(t("{replayed} queued again", { replayed: numberText(replayed) }));
      },
    });
  });
  return (
    <Gated reason={reason}>
      {(gate) => (
        <Button {...gate} loading={start.isPending} onClick={() => start.mutate()}>
          <Repeat />
          {isReady
            ? t("Send again: {label}", { label: inSentence(deliveryStateLabels[state].label) })
            : t("Send again")}
        </Button>
      )}
    </Gated>
  );
}
