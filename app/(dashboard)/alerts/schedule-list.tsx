import { CalendarClock, Mail, Pencil, Plus, Send, Trash2 } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { ReportScheduleDialog } from "@/app/(dashboard)/shell/alerts/schedule-dialog";
import { recipientsText, scheduleState, whenText } from "@/app/(dashboard)/shell/alerts/schedule-labels";
import { at, child, mutate } from "@/app/(dashboard)/shell/api";
import { useGet, useRefresh } from "@/app/(dashboard)/shell/data";
import { useRemoval } from "@/app/(dashboard)/shell/list/use-removal";
import { NotLoaded } from "@/app/(dashboard)/shell/page-skeleton";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";
import { EmptyState } from "@/components/empty-state";
import { IntentLink } from "@/components/intent-link";
import { quoted } from "@/components/quoted";
import { DataTable } from "@/components/table/data-table";
import { actionsColumn, type Column } from "@/components/table/table-state";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { GatedButton } from "@/components/ui/gated";
import { RowMenu } from "@/components/ui/row-menu";
import { When } from "@/components/ui/when";
import type { ShownSchedule } from "@/lib/alerts/reports/schema";
import { t } from "@/lib/base/languages/texts";

/**
 * Scheduled emails and webhooks with the results of their last runs. Reports are scheduled on the report's own screen.
 */
export function ScheduleList() {
  const { id } = useProject();
  const path = at("/projects/:project/report-schedules", { project: id });
  const { data, error, refetch } = useGet(path, { refetchInterval: 15_000 });
  const refresh = useRefresh();
  const remove = useRemoval(path);
  const lacking = useMissingRoleText("alerts.write");
  const mayWrite = lacking === undefined;
  const [changed, setChanged] = useState<ShownSchedule | null>(null);
  const [adding, setAdding] = useState(false);
  const addSummary = (
    <GatedButton reason={lacking} onClick={() => setAdding(true)}>
      <Plus />
      {t("Weekly summary")}
    </GatedButton>
  );
  const actions: Actions = {
    change: setChanged,
    async send({ id: schedule, title }) {
      await mutate("POST", child(path, "/:id/send", { id: schedule }));
      await refresh(path);
      toast.success(t("{title} is being sent", { title: quoted(title) }));
    },
    async stop({ id: schedule, title }) {
      await mutate("DELETE", child(path, "/:id/email", { id: schedule }));
      await refresh(path);
      toast.success(t("{title} no longer emails you", { title: quoted(title) }));
    },
    remove: ({ id: schedule, title }) =>
      void remove(child(path, "/:id", { id: schedule }), {
        title: t("Delete “{title}”?", { title }),
        description: t("It is no longer sent. No figures are lost."),
        action: t("Delete scheduled report"),
        done: t("{title} was deleted", { title: quoted(title) }),
      }),
  };
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="grid min-w-0 flex-1 basis-72 gap-1">
          <h2 className="font-semibold text-base">{t("Scheduled reports")}</h2>
          <p className="text-muted text-sm">
            {data && !data.mail
              ? t(
                  "Sent to Slack, Teams, Discord or a server. For email, the server's operator must set SMTP_URL and MAIL_FROM.",
                )
              : t("Sent by email to members of the team, or to Slack, Teams, Discord or a server.")}
          </p>
        </div>
        {data && data.schedules.length > 0 ? addSummary : null}
      </div>
      {data ? (
        <DataTable
          label={t("Scheduled reports")}
          columns={columns(mayWrite, data.mail, actions)}
          rows={data.schedules}
          rowId={(schedule) => String(schedule.id)}
          empty={
            <EmptyState
              icon={CalendarClock}
              title={t("No scheduled reports yet")}
              actions={
                <>
                  {addSummary}
                  <Button asChild>
                    <IntentLink href={`/p/${id}/report`}>{t("Open the report")}</IntentLink>
                  </Button>
                </>
              }
            >
              {t(
                "Have last week's figures sent as a summary. Or set up the report as you want it, then choose Views and “Send by schedule”.",
              )}
            </EmptyState>
          }
        />
      ) : (
        <NotLoaded error={error} retry={refetch} className="h-52" />
      )}
      {adding ? (
        <ReportScheduleDialog
          title={t("Weekly summary")}
          shown={{ kind: "summary" }}
          schedule={null}
          onClose={() => setAdding(false)}
        />
      ) : null}
      {changed ? (
        <ReportScheduleDialog
          title={changed.title}
          shown={changed.shown}
          schedule={changed}
          onClose={() => setChanged(null)}
        />
      ) : null}
    </div>
  );
}

type Actions = Record<"change" | "send" | "stop" | "remove", (schedule: ShownSchedule) => unknown>;

const columns = (mayWrite: boolean, mail: boolean, actions: Actions): Column<ShownSchedule>[] => [
  {
    id: "title",
    header: t("Report"),
    fixed: true,
    cell: (schedule) => (
      <span className="grid max-w-96 min-w-0 leading-snug max-sm:max-w-44 max-sm:whitespace-normal max-sm:wrap-anywhere">
        <span className="truncate font-medium max-sm:line-clamp-3 max-sm:whitespace-normal">
          {schedule.title}
        </span>
        <span className="truncate text-muted text-xs max-sm:whitespace-normal">
          {whenText(schedule)}, {recipientsText(schedule)}
        </span>
      </span>
    ),
  },
  {
    id: "state",
    header: t("State"),
    cell: (schedule) => {
      const { label, tone } = scheduleState(schedule);
      const { problem } = schedule.last;
      return (
        <span className="grid justify-items-start gap-0.5">
          <Badge tone={tone} dot>
            {label}
          </Badge>
          {problem ? (
            <span className="max-w-64 whitespace-normal text-muted text-xs max-sm:max-w-28">{problem}</span>
          ) : null}
        </span>
      );
    },
  },
  {
    id: "next",
    header: t("Next"),
    wide: true,
    cell: ({ next_at: next }) =>
      next ? <When at={next} className="text-muted" /> : <span className="text-muted">–</span>,
  },
  {
    id: "last",
    header: t("Last"),
    wide: true,
    cell: ({ last_at: last }) =>
      last ? <When at={last} className="text-muted" /> : <span className="text-muted">{t("Never")}</span>,
  },
  actionsColumn(
    (schedule) => {
      const stop = schedule.emails_me
        ? [{ label: t("Stop emails to me"), icon: Mail, onSelect: () => void actions.stop(schedule) }]
        : [];
      const write = [
        {
          label: t("Send now"),
          icon: Send,
          onSelect: () => void actions.send(schedule),
          disabled: schedule.webhook === null && (!mail || schedule.emailed === 0),
        },
        { label: t("Change"), icon: Pencil, onSelect: () => void actions.change(schedule) },
      ];
      const remove = [
        {
          label: t("Delete"),
          icon: Trash2,
          onSelect: () => void actions.remove(schedule),
          destructive: true,
        },
      ];
      const first = [...(mayWrite ? write : []), ...stop];
      return first.length === 0 ? null : (
        <RowMenu of={schedule.title} groups={mayWrite ? [first, remove] : [first]} />
      );
    },
    { fixed: true },
  ),
];
