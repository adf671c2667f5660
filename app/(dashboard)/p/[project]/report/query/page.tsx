"use client";

import { CalendarClock, Play, Square } from "lucide-react";
import dynamic from "next/dynamic";
import { useEffect, useMemo, useState } from "react";
import { Parameters } from "@/app/(dashboard)/report/query/parameters";
import { Result } from "@/app/(dashboard)/report/query/result";
import { SavedQueries, SaveQuery } from "@/app/(dashboard)/report/query/saved";
import { useRun } from "@/app/(dashboard)/report/query/use-run";
import { ViewList } from "@/app/(dashboard)/report/query/view-list";
import { ReportScheduleDialog } from "@/app/(dashboard)/shell/alerts/schedule-dialog";
import { at } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { queryCodecs, sqlOf } from "@/app/(dashboard)/shell/figures/query-address";
import { useProject } from "@/app/(dashboard)/shell/session";
import type { SqlNames } from "@/components/fields/sql-editor";
import { PageHeader } from "@/components/page-header";
import { rich } from "@/components/rich";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { GatedButton } from "@/components/ui/gated";
import { Kbd } from "@/components/ui/kbd";
import { Skeleton } from "@/components/ui/skeleton";
import { useUrlState } from "@/components/use-url-state";
import { addDays } from "@/lib/base/days";
import { t } from "@/lib/base/languages/texts";
import { dayIn } from "@/lib/base/time";
import { placeholdersIn } from "@/lib/data-access/query/fill-in";
import type { QueryView } from "@/lib/data-access/query/schema";

const SqlEditor = dynamic(() => import("@/components/fields/sql-editor").then((module) => module.SqlEditor), {
  ssr: false,
  loading: () => <Skeleton className="h-48 w-full rounded-lg" />,
});

const example = `select day, sum(count) as installs
from cairn.v_ledger
where measure = 'installs' and day between {{from}} and {{to}}
group by day
order by day
`;

const namesOf = (views: readonly QueryView[]): SqlNames => {
  const names: SqlNames = {};
  for (const { name, columns } of views) {
    const [schema = "", view = ""] = name.split(".");
    names[schema] = { ...names[schema], [view]: columns.map((column) => column.name) };
  }
  return names;
};

export default function QueryPage() {
  const { id, time_zone: timeZone } = useProject();
  const [address, setAddress] = useUrlState(queryCodecs);
  const path = at("/projects/:project/queries", { project: id });
  const saved = useGet(path);
  const views = useGet(at("/projects/:project/queries/views", { project: id }), { staleTime: 600_000 });
  const current = saved.data?.queries.find((query) => query.id === address.query);
  const [sql, setSql] = useState(example);
  const [opened, setOpened] = useState(0);
  const today = dayIn(timeZone, new Date());
  const [values, setValues] = useState<Record<string, string>>({ from: addDays(today, -29), to: today });
  const [saving, setSaving] = useState(false);
  const [scheduling, setScheduling] = useState(false);
  const { result, failure, running, run, cancel } = useRun(id);
  const names = useMemo(() => namesOf(views.data?.views ?? []), [views.data]);

  useEffect(() => {
    const given = sqlOf(window.location.hash);
    if (given === null) return;
    setSql(given);
    window.history.replaceState(null, "", window.location.pathname + window.location.search);
  }, []);

  // A saved query replaces the text once, when it is opened or its address is.
  if (current && opened !== current.id) {
    setOpened(current.id);
    setSql(current.sql);
  }

  const start = (confirmed = false) => void run(sql, values, confirmed);
  return (
    <div data-print="wide" className="mx-auto grid max-w-7xl grid-cols-1 gap-6">
      <PageHeader
        title={t("Query")}
        description={t("SQL over the views of this project. A query only reads, for at most 50 seconds.")}
        actions={
          <>
            <SavedQueries
              path={path}
              queries={saved.data?.queries}
              current={current}
              onOpen={({ id: query, sql: text }) => {
                setOpened(query);
                setSql(text);
                setAddress({ query });
              }}
            />
            <Button onClick={() => setSaving(true)}>{t("Save…")}</Button>
            <GatedButton
              reason={current?.sql.trim() === sql.trim() ? undefined : t("Save the query first.")}
              onClick={() => setScheduling(true)}
            >
              <CalendarClock />
              {t("Schedule")}
            </GatedButton>
          </>
        }
      />
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="grid grid-cols-1 content-start gap-4">
          <SqlEditor
            value={sql}
            onChange={setSql}
            onRun={() => start()}
            names={names}
            defaultSchema="cairn"
            label="SQL"
            hint="select … from cairn.v_installs"
          />
          <Parameters
            names={placeholdersIn(sql)}
            values={values}
            onChange={(name, value) => setValues((all) => ({ ...all, [name]: value }))}
          />
          <div className="flex flex-wrap items-center gap-3">
            {running ? (
              <Button onClick={() => void cancel()}>
                <Square />
                {t("Cancel")}
              </Button>
            ) : (
              <Button variant="primary" disabled={sql.trim() === ""} onClick={() => start()}>
                <Play />
                {t("Run")}
              </Button>
            )}
            <span className="flex items-center gap-1.5 text-muted text-xs max-sm:hidden">
              {rich("<key>Ctrl</key> or <key2>⌘</key2> with <key3>Enter</key3>", {
                key: (text) => <Kbd>{text}</Kbd>,
                key2: (text) => <Kbd>{text}</Kbd>,
                key3: (text) => <Kbd>{text}</Kbd>,
              })}
            </span>
          </div>
          {failure ? (
            <Alert
              live
              tone={!failure.isExpensive ? "danger" : "warning"}
              title={!failure.isExpensive ? t("The query failed") : t("This query is expensive")}
              actions={
                !failure.isExpensive ? null : (
                  <Button size="sm" onClick={() => start(true)}>
                    {t("Run it anyway")}
                  </Button>
                )
              }
            >
              {failure.message}
            </Alert>
          ) : null}
          {result ? <Result result={result} name={current?.name ?? "query"} busy={running} /> : null}
        </div>
        <ViewList views={views.data?.views} error={views.error} />
      </div>
      {scheduling && current ? (
        <ReportScheduleDialog
          title={current.name}
          shown={{ kind: "query", query: current.id }}
          schedule={null}
          onClose={() => setScheduling(false)}
        />
      ) : null}
      <SaveQuery
        path={path}
        queries={saved.data?.queries ?? []}
        current={current}
        sql={sql}
        open={saving}
        onOpenChange={setSaving}
        onSaved={({ id: query }) => {
          setOpened(query);
          setAddress({ query });
        }}
      />
    </div>
  );
}
