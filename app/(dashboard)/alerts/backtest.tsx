"use client";

import { useEffect, useState } from "react";
import { useWatch } from "react-hook-form";
import { at, mutate } from "@/app/(dashboard)/shell/api";
import { useProject } from "@/app/(dashboard)/shell/session";
import type { FormOf } from "@/components/fields/form";
import { fullDay, numberText } from "@/components/format";
import { rich } from "@/components/rich";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { useDebounced } from "@/components/use-debounced";
import type { AlertRuleInput, Backtest as Tested } from "@/lib/alerts/rules/schema";
import { t } from "@/lib/base/languages/texts";
import { type AlertValues, alertForm } from "./alert-form";
import { BacktestChart } from "./backtest-chart";
import { timesCountText } from "./labels";

/** The alerts that the rule would have sent, requested again when the rule changes and is valid. */
export function BacktestCard({ form }: { form: FormOf<AlertValues, AlertRuleInput> }) {
  const path = at("/projects/:project/alerts/backtest", { project: useProject().id });
  const values = useWatch({ control: form.control });
  // The name and the recipients do not affect the backtest.
  const query = useDebounced(JSON.stringify({ ...values, name: null, webhooks: true, emails: [] }), 500);
  const [tested, setTested] = useState<{ of: string; data: Tested | null; error: string | null } | null>(
    null,
  );
  const input = JSON.parse(query) as AlertValues;
  const isValid = alertForm.safeParse(input).success;
  useEffect(() => {
    if (!isValid) return;
    let isCurrent = true;
    const show = (data: Tested | null, error: string | null) => {
      if (isCurrent) setTested({ of: query, data, error });
    };
    // The schema accepts the parsed value, as the line above has checked.
    mutate("POST", path, JSON.parse(query)).then(
      (data) => show(data, null),
      (error: Error) => show(null, error.message),
    );
    return () => {
      isCurrent = false;
    };
  }, [query, isValid, path]);
  const data = tested?.data ?? null;
  return (
    <Card>
      <CardHeader
        title={t("On the last 90 days")}
        description={t("When this rule would have fired. Alerts use the same calculation.")}
      />
      <CardBody
        aria-live="polite"
        aria-busy={isValid && tested?.of !== query}
        className={data && isValid && tested?.of !== query ? "min-h-24 opacity-60" : "min-h-24"}
      >
        {!isValid ? (
          <p className="text-muted text-sm">{t("Choose what to watch to see when it would have fired.")}</p>
        ) : tested?.error ? (
          <p className="text-danger text-sm">{tested.error}</p>
        ) : data ? (
          <BacktestResult data={data} />
        ) : (
          <div className="grid gap-3">
            <Skeleton className="w-72 max-w-full" />
            <Skeleton className="h-60 w-full" />
          </div>
        )}
      </CardBody>
    </Card>
  );
}

const shown = 6;

export function BacktestResult({ data }: { data: Tested }) {
  if (data.problem !== null) return <p className="text-danger text-sm">{data.problem}</p>;
  if (!data.possible)
    return (
      <p className="text-muted text-sm">
        {t("No test on past days: Cairn doesn't store whether connections worked.")}
      </p>
    );
  if (data.tested === 0)
    return (
      <p className="text-muted text-sm">
        {t("Too little data so far to test this rule. The test appears once there is enough.")}
      </p>
    );
  return (
    <div className="grid grid-cols-1 gap-4">
      <p className="text-sm">
        {data.times === 0
          ? t("It would not have fired.")
          : rich("It would have fired <b>{times}</b> in 90 days.", {
              times: timesCountText(data.times),
              b: (text) => <strong className="font-semibold">{text}</strong>,
            })}
        {data.tested < data.days
          ? ` ${t("Tested on {tested} of {days} days; the others have too little data.", { tested: numberText(data.tested), days: numberText(data.days) })}`
          : ""}
      </p>
      {data.chart ? <BacktestChart data={data} chart={data.chart} /> : null}
      {data.firings.length > 0 ? (
        <ul className="grid gap-1.5 text-sm">
          {data.firings.slice(0, shown).map((firing) => (
            <li key={`${firing.day} ${firing.subject}`} className="flex flex-wrap gap-x-3">
              <span className="num w-28 shrink-0 text-muted">{fullDay(firing.day)}</span>
              <span className="min-w-0 flex-1 basis-60">
                {firing.text}
                {firing.notifies ? "" : t(" Not sent again within a day.")}
              </span>
            </li>
          ))}
          {data.firings.length > shown ? (
            <li className="text-muted">
              {t("{firings} more before", { firings: numberText(data.firings.length - shown) })}
            </li>
          ) : null}
        </ul>
      ) : null}
    </div>
  );
}
