"use client";

import { ArrowRightLeft, Plus } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { at, child, mutate } from "@/app/(dashboard)/shell/api";
import { useGet, useRefresh } from "@/app/(dashboard)/shell/data";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";
import { rateColumns } from "@/app/(dashboard)/spend/rates/rate-columns";
import { changeText, RateDialog } from "@/app/(dashboard)/spend/rates/rate-dialog";
import { WaitingPaymentsCard } from "@/app/(dashboard)/spend/rates/waiting-payments";
import { confirm } from "@/components/dialogs/confirm";
import { EmptyState } from "@/components/empty-state";
import { fullDay, numberText } from "@/components/format";
import { PageHeader } from "@/components/page-header";
import { DataTable } from "@/components/table/data-table";
import { Alert } from "@/components/ui/alert";
import { GatedButton } from "@/components/ui/gated";
import { t } from "@/lib/base/languages/texts";
import type { ExchangeRate } from "@/lib/spend/rates/schema";

export default function Rates() {
  const { id, currency, time_zone: timeZone } = useProject();
  const path = at("/projects/:project/spend/rates", { project: id });
  const { data, error, refetch } = useGet(path);
  const refresh = useRefresh();
  const reason = useMissingRoleText("spend.write");
  const [editing, setEditing] = useState<ExchangeRate | "new" | null>(null);
  const [start, setStart] = useState<{ currency: string; day: string } | null>(null);
  const open = (rate: ExchangeRate | "new", begins: typeof start = null) => {
    setStart(begins);
    setEditing(rate);
  };
  const remove = ({ currency: of, day, rows }: ExchangeRate) =>
    confirm({
      title: t("Remove the rate of {of} from {day}?", { of, day: fullDay(day) }),
      description: rows
        ? t(
            "{rows} spend rows use this rate. They and payments of its days will use the rate before it; if there is none, it can't be removed.",
            { rows: numberText(rows) },
          )
        : t(
            "No spend uses it. Payments of its days use the rate before it; if there is none, it can't be removed.",
          ),
      action: t("Remove rate"),
      destructive: true,
      onConfirm: async () => {
        const changed = await mutate("DELETE", child(path, "/:currency/:day", { currency: of, day }));
        await refresh(`/projects/${id}/`);
        toast.success(changeText(changed, currency));
      },
    });
  const add = (
    <GatedButton reason={reason} variant="primary" onClick={() => open("new")}>
      <Plus />
      {t("Add rate")}
    </GatedButton>
  );
  return (
    <>
      <PageHeader
        title={t("Exchange rates")}
        description={t(
          "Rates for converting spend and payments to {currency}. You set them; Cairn doesn't fetch them.",
          { currency },
        )}
        actions={add}
      />
      <Alert title={t("Without a rate")}>
        {t(
          "Spend in another currency is rejected until there's a rate for its day. Payments are stored, and count as 0 until then. Amounts are never converted one to one. Changing a rate recalculates the spend and payments of its days in every report immediately.",
        )}
      </Alert>
      <WaitingPaymentsCard
        waiting={data?.waiting ?? []}
        onAdd={reason ? null : ({ currency: of, since }) => open("new", { currency: of, day: since })}
      />
      <DataTable
        label={t("Exchange rates")}
        columns={rateColumns({
          base: `/p/${id}/spend`,
          own: currency,
          timeZone,
          onEdit: reason ? null : (rate) => open(rate),
          onRemove: remove,
        })}
        rows={data?.rates}
        rowId={(rate) => `${rate.currency} ${rate.day}`}
        error={error}
        onRetry={() => void refetch()}
        empty={
          <EmptyState icon={ArrowRightLeft} title={t("No exchange rates yet")}>
            {t("If every network bills you, and every user pays you, in {currency}, you don't need any.", {
              currency,
            })}
          </EmptyState>
        }
      />
      <RateDialog rate={editing} {...(start ? { start } : {})} onClose={() => setEditing(null)} />
    </>
  );
}
