import { Mail, Pencil, Send, Trash2 } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { at, call, within } from "@/app/(dashboard)/api";
import { useGet, useRefresh } from "@/app/(dashboard)/data";
import { NotLoaded } from "@/app/(dashboard)/page-skeleton";
import { useLacking } from "@/app/(dashboard)/roles";
import { useProject } from "@/app/(dashboard)/session";
import { confirm } from "@/components/confirm";
import { DataTable } from "@/components/data-table";
import { EmptyState } from "@/components/empty-state";
import { IntentLink } from "@/components/intent-link";
import { quoted } from "@/components/quoted";
import { RowMenu } from "@/components/row-menu";
import type { Column } from "@/components/table-state";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { When } from "@/components/when";
import type { ShownSchedule } from "@/lib/alerts/reports/schema";
import { ScheduleDialog } from "./schedule-dialog";
import { stateOf, whenText } from "./schedule-words";

/** Reports that are e-mailed, with what became of the last ones. They are scheduled from the report. */
export function ScheduleList() {
  const { id } = useProject();
  const path = at("/projects/:project/report-schedules", { project: id });
  const { data, error, refetch } = useGet(path, { refetchInterval: 15_000 });
  const refresh = useRefresh();
  const mayWrite = useLacking("alerts.write") === undefined;
  const [changed, setChanged] = useState<ShownSchedule | null>(null);
  const actions: Actions = {
    change: setChanged,
    async send({ id: schedule, title }) {
      await call("POST", within(path, "/:id/send", { id: schedule }));
      await refresh(path);
      toast.success(`${quoted(title)} is being sent`);
    },
    async stop({ id: schedule, title }) {
      await call("DELETE", within(path, "/:id/email", { id: schedule }));
      await refresh(path);
      toast.success(`${quoted(title)} no longer e-mails you`);
    },
    remove: ({ id: schedule, title }) =>
      void confirm({
        title: `Delete “${title}”?`,
        description: "Nobody is sent it any more. No figures are lost.",
        action: "Delete scheduled report",
        destructive: true,
        onConfirm: async () => {
          await call("DELETE", within(path, "/:id", { id: schedule }));
          await refresh(path);
          toast.success(`${quoted(title)} was deleted`);
        },
      }),
  };
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="grid gap-1">
        <h2 className="font-semibold text-base">Scheduled reports</h2>
        <p className="text-muted text-sm">
          {data && !data.mail
            ? "This server has no mail set up, so nothing is sent. Whoever runs it can set SMTP_URL and MAIL_FROM."
            : "E-mailed to members of the team with the file attached."}
        </p>
      </div>
      {data ? (
        <DataTable
          label="Scheduled reports"
          columns={columns(mayWrite, data.mail, actions)}
          rows={data.schedules}
          rowId={(schedule) => String(schedule.id)}
          empty={
            <EmptyState
              icon={Mail}
              title="No scheduled reports yet"
              actions={
                <Button asChild>
                  <IntentLink href={`/p/${id}/report`}>Open the report</IntentLink>
                </Button>
              }
            >
              Set up the report as you want it, then choose Views and “Send by e-mail”.
            </EmptyState>
          }
        />
      ) : (
        <NotLoaded error={error} retry={refetch} className="h-52" />
      )}
      {changed ? (
        <ScheduleDialog
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

const people = (count: number) => (count === 1 ? "1 person" : `${count} people`);

const columns = (mayWrite: boolean, mail: boolean, actions: Actions): Column<ShownSchedule>[] => [
  {
    id: "title",
    header: "Report",
    fixed: true,
    cell: (schedule) => (
      <span className="grid max-w-96 min-w-0 leading-snug max-sm:max-w-40">
        <span className="truncate font-medium">{schedule.title}</span>
        <span className="truncate text-muted text-xs">
          {whenText(schedule)}, {people(schedule.emailed)}
        </span>
      </span>
    ),
  },
  {
    id: "state",
    header: "State",
    cell: (schedule) => {
      const { label, tone } = stateOf(schedule);
      const { problem } = schedule.last;
      return (
        <span className="grid justify-items-start gap-0.5">
          <Badge tone={tone} dot>
            {label}
          </Badge>
          {problem ? <span className="max-w-64 text-muted text-xs">{problem}</span> : null}
        </span>
      );
    },
  },
  {
    id: "next",
    header: "Next",
    wide: true,
    cell: ({ next_at: next }) =>
      next ? <When at={next} className="text-muted" /> : <span className="text-muted">–</span>,
  },
  {
    id: "last",
    header: "Last",
    wide: true,
    cell: ({ last_at: last }) =>
      last ? <When at={last} className="text-muted" /> : <span className="text-muted">Never</span>,
  },
  {
    id: "actions",
    header: "Actions",
    quiet: true,
    fixed: true,
    align: "end",
    cell: (schedule) => {
      const stop = schedule.emails_me
        ? [{ label: "Stop e-mails to me", icon: Mail, onSelect: () => void actions.stop(schedule) }]
        : [];
      const write = [
        {
          label: "Send now",
          icon: Send,
          onSelect: () => void actions.send(schedule),
          disabled: !mail || schedule.emailed === 0,
        },
        { label: "Change", icon: Pencil, onSelect: () => void actions.change(schedule) },
      ];
      const remove = [
        {
          label: "Delete",
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
  },
];
