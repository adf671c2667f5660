"use client";

import { useEffect, useRef } from "react";
import { toast } from "sonner";
import { at } from "@/app/(dashboard)/shell/api";
import { useGet, useRefresh } from "@/app/(dashboard)/shell/data";
import { useProject } from "@/app/(dashboard)/shell/session";
import { numberText } from "@/components/format";
import { Alert } from "@/components/ui/alert";
import { Card } from "@/components/ui/card";
import { Progress } from "@/components/ui/progress";

/** Shown during a recalculation after a change of time zone or currency. Reloads the figures when it ends. */
export function RecalculationNote() {
  const { id } = useProject();
  const refresh = useRefresh();
  const path = at("/projects/:project", { project: id });
  const { data } = useGet(path);
  useGet(data?.recalculation ? path : null, { refetchInterval: 1_500 });
  const state = data?.recalculation?.state ?? null;
  const before = useRef(state);
  useEffect(() => {
    if (before.current !== null && before.current !== state) {
      void refresh(path, "/me");
      if (state === null) toast.success("Recalculating all figures");
    }
    before.current = state;
  }, [state, path, refresh]);
  if (!data?.recalculation) return null;
  const { time_zone, from_time_zone, currency, from_currency, problem, done, total } = data.recalculation;
  const named = (zone: string, money: string) =>
    [time_zone !== from_time_zone && `in ${zone} days`, currency !== from_currency && `in ${money}`]
      .filter(Boolean)
      .join(" and ");
  if (state === "FAILED") {
    return (
      <Alert tone="danger" title={`Couldn't recalculate figures ${named(time_zone, currency)}`}>
        {problem} Nothing was changed.
      </Alert>
    );
  }
  const isCutting = state === "SWITCHING";
  return (
    <Card className="grid gap-2.5 p-5" role="status">
      <p className="text-sm">
        <span className="font-medium">Recalculating figures {named(time_zone, currency)}</span>
        {isCutting ? null : (
          <span className="num text-muted">
            {" "}
            · {numberText(done)} of {numberText(Math.max(total, done))} users and installs
          </span>
        )}
      </p>
      <Progress value={isCutting ? null : done / Math.max(total, done, 1)} label="Figures recalculated" />
      <p className="text-muted text-sm">
        {isCutting
          ? `Figures stay ${named(from_time_zone, from_currency)} until the recalculation is done.`
          : "Most figures are already updated; retention and unique users follow."}{" "}
        If the server restarts, the work continues.
      </p>
    </Card>
  );
}
