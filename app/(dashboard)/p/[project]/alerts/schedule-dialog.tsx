import { toast } from "sonner";
import { at, call, within } from "@/app/(dashboard)/api";
import { useGet, useRefresh } from "@/app/(dashboard)/data";
import { useProject } from "@/app/(dashboard)/session";
import { SelectField, SwitchField, TextField } from "@/components/fields";
import { useSchemaForm } from "@/components/form";
import { FormDialog } from "@/components/form-dialog";
import { quoted } from "@/components/quoted";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogContent, DialogFooter } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { type ShownReport, type ShownSchedule, scheduleInput } from "@/lib/alerts/reports/schema";
import { EmailsField } from "./emails-field";
import { cadenceOptions, hourOptions, weekdayOptions } from "./schedule-words";

const input = scheduleInput.omit({ shown: true });

type ScheduleDialogProps = {
  title: string;
  shown: ShownReport;
  /** The one that is changed; null for a new one. */
  schedule: ShownSchedule | null;
  onClose: () => void;
};

/** Sends a report to members of the team again and again; where there is no mail, it says so and saves nothing. */
export function ScheduleDialog(props: ScheduleDialogProps) {
  const { id: project } = useProject();
  const { data } = useGet(at("/projects/:project/alerts/team", { project }), { staleTime: 60_000 });
  if (data?.mail) return <ScheduleForm {...props} />;
  return (
    <Dialog open onOpenChange={(next) => !next && props.onClose()}>
      <DialogContent title="Send by e-mail" description="A report as a table, with the file attached.">
        <DialogBody>
          {data ? (
            <p className="text-muted text-sm">
              This server has no mail set up. Whoever runs it can set SMTP_URL and MAIL_FROM.
            </p>
          ) : (
            <Skeleton className="h-64 w-full" />
          )}
        </DialogBody>
        <DialogFooter>
          <Button onClick={props.onClose}>Close</Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

function ScheduleForm({ title, shown, schedule, onClose }: ScheduleDialogProps) {
  const project = useProject();
  const path = at("/projects/:project/report-schedules", { project: project.id });
  const refresh = useRefresh();
  const form = useSchemaForm(input, {
    defaultValues: {
      title,
      cadence: schedule?.cadence ?? "weekly",
      weekday: schedule?.weekday ?? 1,
      hour: schedule?.hour ?? 8,
      emails: schedule?.emails ?? [],
      on: schedule?.on ?? true,
    },
  });
  const cadence = form.watch("cadence");
  return (
    <FormDialog
      open
      onOpenChange={(next) => !next && onClose()}
      title={schedule ? "Change scheduled report" : "Send by e-mail"}
      description={
        schedule
          ? "Its columns, filters and sorting stay as they are."
          : "The report as it is now: its columns, filters and sorting, with the file attached. Each e-mail has its own days."
      }
      form={form}
      submit={schedule ? "Save" : "Schedule report"}
      onSubmit={async (values) => {
        const body = { ...values, shown };
        if (schedule) await call("PUT", within(path, "/:id", { id: schedule.id }), body);
        else await call("POST", path, body);
        await refresh(path);
        toast.success(`${quoted(values.title)} ${schedule ? "was saved" : "is scheduled"}`);
      }}
    >
      <TextField form={form} name="title" label="Title" hint="The subject of the e-mail." />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField form={form} name="cadence" label="How often" options={cadenceOptions} />
        {cadence === "weekly" ? (
          <SelectField form={form} name="weekday" label="On" options={weekdayOptions} />
        ) : null}
        <SelectField
          form={form}
          name="hour"
          label="At"
          hint={`In ${project.time_zone}.`}
          options={hourOptions}
        />
      </div>
      <EmailsField form={form} name="emails" />
      {schedule ? <SwitchField form={form} name="on" label="On" /> : null}
    </FormDialog>
  );
}
