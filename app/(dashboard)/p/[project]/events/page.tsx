"use client";

import { Zap } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { type ReactNode, useEffect } from "react";
import { EventCounts } from "@/app/(dashboard)/activity/event-counts";
import { at } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { dayWindow, type WindowState, windowCodecs } from "@/app/(dashboard)/shell/dates/window";
import { WindowPicker } from "@/app/(dashboard)/shell/dates/window-picker";
import { DeliveriesSection } from "@/app/(dashboard)/shell/facts/deliveries";
import { CampaignCell, FactRows, InstallCell, noValueDash } from "@/app/(dashboard)/shell/facts/fact-cells";
import {
  campaignColumn,
  idColumn,
  installColumn,
  platformColumn,
  userColumn,
} from "@/app/(dashboard)/shell/facts/fact-columns";
import { senderFilters } from "@/app/(dashboard)/shell/facts/fact-filters";
import { FirstFact } from "@/app/(dashboard)/shell/facts/first-fact";
import { ListPage } from "@/app/(dashboard)/shell/list/list";
import { choiceFilter, searchFilter, textFilter } from "@/app/(dashboard)/shell/list/list-filters";
import { listScreen } from "@/app/(dashboard)/shell/list/list-screen";
import { useProject } from "@/app/(dashboard)/shell/session";
import { PageHeader } from "@/components/page-header";
import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { Segmented } from "@/components/ui/segmented";
import { urlChoice, useUrlState } from "@/components/use-url-state";
import { t } from "@/lib/base/languages/texts";
import { platformNames } from "@/lib/base/text/platform-names";
import { dayIn } from "@/lib/base/time";

function useNames() {
  const address = at("/projects/:project/events/names", { project: useProject().id });
  const { data } = useGet(address, { staleTime: 60_000 });
  return (data?.names ?? []).map((name) => ({ value: name, label: name }));
}

const events = listScreen({
  path: "/projects/:project/events",
  rows: "events",
  one: t("event"),
  many: t("events"),
  title: t("Events"),
  description: t("In-app events, with the install and campaign behind each."),
  at: "occurred_at",
  totals: ({ amount_minor: amount }, { money }) =>
    amount === 0 ? "" : t("{amount} in event amounts, not counted as revenue", { amount: money(amount) }),
  columns: [
    {
      id: "name",
      header: t("Event"),
      fixed: true,
      cell: ({ name }) => (
        <span className="block max-w-56 truncate font-medium max-sm:max-w-28" title={name}>
          {name}
        </span>
      ),
    },
    {
      id: "amount",
      header: t("Amount"),
      align: "end",
      wide: true,
      cell: (row, { money }) => (row.amount_minor === null ? noValueDash : money(row.amount_minor)),
    },
    campaignColumn,
    platformColumn,
    {
      id: "data",
      header: t("Data"),
      hidden: true,
      cell: (row) => (
        <span className="block max-w-64 truncate font-mono text-muted text-xs">
          {JSON.stringify(row.data)}
        </span>
      ),
    },
    { ...userColumn, wide: true },
    installColumn,
    idColumn(t("Event ID")),
  ],
  filters: {
    user: searchFilter(t("User ID")),
    name: choiceFilter(t("Event"), useNames),
    ...senderFilters,
    install: textFilter(t("Install"), { placeholder: t("Install or device ID") }),
  },
  found: t("IDs must match exactly."),
  opens: {
    title: (row) => row.name,
    body: (row, { base, money }, only) => (
      <>
        <FactRows
          rows={[
            [t("Amount"), row.amount_minor === null ? null : money(row.amount_minor)],
            [
              t("User"),
              <code key="user" className="font-mono text-xs">
                {row.user_id}
              </code>,
            ],
            [t("Campaign"), <CampaignCell key="campaign" base={base} campaign={row.campaign} />],
            [
              t("Install"),
              <InstallCell
                key="install"
                base={base}
                install={row.install_id}
                instance={row.install_instance_id}
                isTest={row.is_test}
              />,
            ],
            [t("Platform"), platformNames[row.platform] ?? row.platform],
            [
              t("Event ID"),
              <code key="id" className="font-mono text-xs">
                {row.id}
              </code>,
            ],
          ]}
        />
        {Object.keys(row.data).length > 0 ? (
          <CodeBlock title="event_data" code={JSON.stringify(row.data, null, 2)} />
        ) : null}
        <DeliveriesSection fact="event" id={row.id} />
        <div className="flex flex-wrap gap-2">
          <Button size="sm" onClick={() => only({ user: row.user_id })}>
            {t("Only this user")}
          </Button>
          <Button size="sm" onClick={() => only({ name: row.name })}>
            {t("Only {name}", { name: row.name })}
          </Button>
        </div>
      </>
    ),
  },
  empty: {
    icon: Zap,
    text: t("Events appear here the moment a signed-in user triggers one (capture-event)."),
    Start: FirstFact,
  },
});

type View = "names" | "list";

const codecs = { ...windowCodecs, view: urlChoice<View | "">(["names", "list"], "") };

const views: readonly { value: View; label: string }[] = [
  { value: "names", label: t("By name") },
  { value: "list", label: t("All events") },
];

/** The filters, the columns and the page of the list. */
const listState = Object.keys(events.codecs);

/** Opens on the counts by name. An address that describes a list opens the list. */
export default function EventsPage() {
  const params = useSearchParams();
  const [state, setState] = useUrlState(codecs);
  const describesList = listState.some((name) => params.has(name)) && state.range !== "custom";
  const view = state.view || (describesList ? "list" : "names");
  const isImplied = describesList && !state.view;
  // The list must stay open when its last filter is removed.
  useEffect(() => {
    if (isImplied) setState({ view: "list" });
  }, [isImplied, setState]);
  const choice = (
    <Segmented
      label={t("View")}
      options={views}
      value={view}
      onValueChange={(next) => setState({ view: next }, { push: true })}
    />
  );
  if (view === "list") return <ListPage screen={events} above={<div>{choice}</div>} />;
  return <ByName state={state} onChange={setState} choice={choice} />;
}

type ByNameProps = { state: WindowState; onChange: (state: WindowState) => void; choice: ReactNode };

function ByName({ state, onChange, choice }: ByNameProps) {
  const { time_zone: timeZone, week_starts_on: weekStart } = useProject();
  const today = dayIn(timeZone, new Date());
  const window = dayWindow(state, today, weekStart);
  return (
    <div className="mx-auto grid max-w-7xl grid-cols-1 gap-6">
      <PageHeader title={events.title} description={t("How often each in-app event occurred.")} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        {choice}
        <WindowPicker state={state} window={window} today={today} timeZone={timeZone} onChange={onChange} />
      </div>
      <EventCounts days={window} />
    </div>
  );
}
