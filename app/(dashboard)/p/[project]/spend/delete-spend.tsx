"use client";

import { toast } from "sonner";
import { asking, at, call, within } from "@/app/(dashboard)/api";
import { useGet, useRefresh } from "@/app/(dashboard)/data";
import { figureFormat, fullDay } from "@/app/(dashboard)/figure-format";
import { useProject } from "@/app/(dashboard)/session";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { useLast } from "@/components/use-last";
import type { ListedSpend } from "@/lib/facts/spend/list/schema";
import type { RemovalFilter, RemovedPart } from "./address";

/** What is to be deleted: a row that is seen, or as many as the server counts. */
export type Doomed = {
  title: string;
  filter: RemovalFilter;
  part?: RemovedPart;
  rows: number | null;
  row?: ListedSpend;
};

type DeleteSpendProps = {
  doomed: Doomed | null;
  describe: (row: ListedSpend) => string;
  onClose: () => void;
};

export function DeleteSpend({ doomed: chosen, describe, onClose }: DeleteSpendProps) {
  const { id, currency } = useProject();
  const path = at("/projects/:project/spend", { project: id });
  const refresh = useRefresh();
  const doomed = useLast(chosen);
  const counting = chosen !== null && chosen.row === undefined;
  const { data, error } = useGet(doomed && counting ? asking(path, { limit: 1, ...doomed.filter }) : null, {
    staleTime: 0,
  });
  const totals = data?.totals;
  const format = figureFormat(currency);
  const amount = doomed?.row ? doomed.row.amount_minor : totals?.amount_minor;
  const count = doomed?.rows ?? totals?.rows;

  return (
    <ConfirmDialog
      open={chosen !== null}
      onOpenChange={(open) => !open && onClose()}
      title={doomed?.title ?? ""}
      description={
        error ? (
          <p>{error.message}</p>
        ) : count === undefined || amount === undefined ? (
          <Skeleton className="h-10" />
        ) : (
          <>
            <p>
              {doomed?.row
                ? `${fullDay(doomed.row.day)}, ${doomed.row.campaign.name}, ${describe(doomed.row)}: `
                : `${count.toLocaleString()} ${count === 1 ? "row" : "rows"} of spend, `}
              <strong className="num font-medium text-ink">{format.full("money", amount)}</strong>.
            </p>
            <p>Reports of these days change at once. To bring it back, import it again.</p>
          </>
        )
      }
      action="Delete spend"
      destructive
      onConfirm={async () => {
        if (count === undefined) throw new Error("It is not known yet what this deletes.");
        await call("POST", within(path, "/remove"), { ...doomed?.filter, part: doomed?.part, rows: count });
        await refresh(path);
        toast.success(`${count === 1 ? "One row was" : `${count} rows were`} deleted`);
      }}
    />
  );
}
