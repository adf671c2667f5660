"use client";

import { useEffect, useRef } from "react";
import { toast } from "sonner";
import { at } from "@/app/(dashboard)/shell/api";
import { useGet, useRefresh } from "@/app/(dashboard)/shell/data";
import { useProject } from "@/app/(dashboard)/shell/session";
import { listText, numberText } from "@/components/format";
import { Alert } from "@/components/ui/alert";
import { Card } from "@/components/ui/card";
import { Progress } from "@/components/ui/progress";
import { t } from "@/lib/base/languages/texts";

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
      if (state === null) toast.success(t("Recalculating all figures"));
    }
    before.current = state;
  }, [state, path, refresh]);
  if (!data?.recalculation) return null;
  const { time_zone, from_time_zone, currency, from_currency, problem, done, total } = data.recalculation;
  const named = (zone: string, money: string) =>
    listText([
      ...(time_zone === from_time_zone ? [] : [t("in {zone} days", { zone })]),
      ...(currency === from_currency ? [] : [t("in {money}", { money })]),
    ]);
  if (state === "FAILED") {
    return (
      <Alert
        tone="danger"
        title={t("Couldn't recalculate figures {time_zone}", { time_zone: named(time_zone, currency) })}
      >
        {t("{problem} Nothing was changed.", { problem })}
      </Alert>
    );
  }
  const isCutting = state === "SWITCHING";
  return (
    <Card className="grid gap-2.5 p-5" role="status">
      <p className="text-sm">
        <span className="font-medium">
          {t("Recalculating figures {time_zone}", { time_zone: named(time_zone, currency) })}
        </span>
        {isCutting ? null : (
          <span className="num text-muted">
            {" "}
            {t("· {done} of {total} users and installs", {
              done: numberText(done),
              total: numberText(Math.max(total, done)),
            })}
          </span>
        )}
      </p>
      <Progress
        value={isCutting ? null : done / Math.max(total, done, 1)}
        label={t("Figures recalculated")}
      />
      <p className="text-muted text-sm">
        {t("{from_time_zone} If the server restarts, the work continues.", {
          from_time_zone: isCutting
            ? t("Figures stay {from_time_zone} until the recalculation is done.", {
                from_time_zone: named(from_time_zone, from_currency),
              })
            : t("Most figures are already updated; retention and unique users follow."),
        })}
      </p>
    </Card>
  );
}
