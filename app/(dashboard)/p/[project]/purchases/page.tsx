"use client";

import { useState } from "react";
import { Notices } from "@/app/(dashboard)/settings/purchases/notices";
import { SourceCard } from "@/app/(dashboard)/settings/purchases/source-card";
import { StoreDialog } from "@/app/(dashboard)/settings/purchases/store-dialog";
import { at } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { checkLabels } from "@/app/(dashboard)/shell/facts/payment-labels";
import { NotLoaded } from "@/app/(dashboard)/shell/page-skeleton";
import { useProject } from "@/app/(dashboard)/shell/session";
import { numberText } from "@/components/format";
import { IntentLink } from "@/components/intent-link";
import { PageHeader } from "@/components/page-header";
import { Alert } from "@/components/ui/alert";
import { t } from "@/lib/base/languages/texts";
import { purchaseSources, type Store, stores } from "@/lib/facts/payments/store-purchases";

const isStore = (source: string): source is Store => (stores as readonly string[]).includes(source);

export default function Purchases() {
  const { id } = useProject();
  const path = at("/projects/:project/purchases", { project: id });
  const { data, error, refetch } = useGet(path, { refetchInterval: 60_000 });
  const [editing, setEditing] = useState<Store | null>(null);
  const connectionOf = (source: string) => data?.connections.find((each) => each.source === source) ?? null;
  return (
    <div className="mx-auto grid max-w-4xl grid-cols-1 gap-6">
      <PageHeader
        title={t("Purchases")}
        description={t(
          "Cairn checks purchases with their stores, and counts renewals and refunds without the app.",
        )}
      />
      <Alert title={t("Send the proof of each purchase")}>
        {t(
          "Apps send it as store_purchase with capture-payment. A purchase then counts once, whether the app, the store or a service reports it. Without proof, a purchase counts twice if a store or service reports it, too.",
        )}
      </Alert>
      {data ? (
        <>
          <ul
            className="grid grid-cols-2 gap-3 sm:grid-cols-4"
            aria-label={t("Payments of the last 30 days")}
          >
            {data.states.map(({ state, payments }) => (
              <li key={state} className="grid">
                <IntentLink
                  href={`/p/${id}/payments?check=${state}`}
                  className="grid gap-0.5 rounded-lg border p-3"
                >
                  <span className="text-muted text-xs">
                    {t("{label}, 30 days", { label: checkLabels[state].label })}
                  </span>
                  <span className="num text-lg">{numberText(payments)}</span>
                </IntentLink>
              </li>
            ))}
          </ul>
          {purchaseSources.map((source) => (
            <SourceCard
              key={source}
              source={source}
              path={path}
              connection={connectionOf(source)}
              {...(isStore(source) ? { onEdit: () => setEditing(source) } : {})}
            />
          ))}
          <Notices notices={data.notices} />
        </>
      ) : (
        <NotLoaded error={error} retry={refetch} className="h-80" />
      )}
      <StoreDialog
        key={editing ?? "closed"}
        path={path}
        store={editing}
        connection={editing && connectionOf(editing)}
        onClose={() => setEditing(null)}
      />
    </div>
  );
}
