"use client";

import { ArrowRightLeft, Plus } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { at, call, within } from "@/app/(dashboard)/api";
import { useGet, useRefresh } from "@/app/(dashboard)/data";
import { fullDay } from "@/app/(dashboard)/figure-format";
import { useLacking } from "@/app/(dashboard)/roles";
import { useProject } from "@/app/(dashboard)/session";
import { confirm } from "@/components/confirm";
import { DataTable } from "@/components/data-table";
import { EmptyState } from "@/components/empty-state";
import { GatedButton } from "@/components/gated";
import { PageHeader } from "@/components/page-header";
import { Alert } from "@/components/ui/alert";
import type { ExchangeRate } from "@/lib/facts/spend/rates/schema";
import { rateColumns } from "./rate-columns";
import { changeText, RateDialog } from "./rate-dialog";

export default function Rates() {
  const { id, currency, time_zone: timeZone } = useProject();
  const path = at("/projects/:project/spend/rates", { project: id });
  const { data, error, refetch } = useGet(path);
  const refresh = useRefresh();
  const reason = useLacking("spend.write");
  const [editing, setEditing] = useState<ExchangeRate | "new" | null>(null);
  const remove = ({ currency: of, day, rows }: ExchangeRate) =>
    confirm({
      title: `Remove the rate of ${of} from ${fullDay(day)}?`,
      description: rows
        ? `${rows.toLocaleString()} rows of spend are counted by it. They will be counted by the rate before it; if there is none, it stays.`
        : "No stored spend is counted by it.",
      action: "Remove rate",
      destructive: true,
      onConfirm: async () => {
        const changed = await call("DELETE", within(path, "/:currency/:day", { currency: of, day }));
        await refresh(`/projects/${id}/`);
        toast.success(changeText(changed, currency));
      },
    });
  const add = (
    <GatedButton reason={reason} variant="primary" onClick={() => setEditing("new")}>
      <Plus />
      Add a rate
    </GatedButton>
  );
  return (
    <>
      <PageHeader
        title="Exchange rates"
        description={`What other currencies were worth in ${currency}, from which day on. Nobody is asked for them: they are yours.`}
        actions={data?.rates.length === 0 ? null : add}
      />
      <Alert title="Without a rate nothing is counted">
        Spend in another currency is refused until there is a rate for its day; it is never taken one to one.
        When a rate is changed, the spend of its days is counted anew, in every report, at once.
      </Alert>
      <DataTable
        label="Exchange rates"
        columns={rateColumns({
          base: `/p/${id}/spend`,
          own: currency,
          timeZone,
          onEdit: reason ? null : setEditing,
          onRemove: remove,
        })}
        rows={data?.rates}
        rowId={(rate) => `${rate.currency} ${rate.day}`}
        error={error}
        onRetry={() => void refetch()}
        empty={
          <EmptyState icon={ArrowRightLeft} title="No exchange rate yet" actions={add}>
            If all networks bill you in {currency}, none is needed.
          </EmptyState>
        }
      />
      <RateDialog rate={editing} onClose={() => setEditing(null)} />
    </>
  );
}
