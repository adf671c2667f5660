import { toast } from "sonner";
import { at, child, mutate } from "@/app/(dashboard)/shell/api";
import { useGet, useRefresh } from "@/app/(dashboard)/shell/data";
import { useProject } from "@/app/(dashboard)/shell/session";
import { Dialog, DialogBody, DialogContent, DialogFooter } from "@/components/dialogs/dialog";
import { FormDialog } from "@/components/dialogs/form-dialog";
import { SelectField, SwitchField, TextField } from "@/components/fields/fields";
import { useSchemaForm } from "@/components/fields/form";
import { IntentLink } from "@/components/intent-link";
import { quoted } from "@/components/quoted";
import { rich } from "@/components/rich";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { oldestAge } from "@/lib/alerts/reports/cohort-days";
import {
  isSentReport,
  type ShownReport,
  type ShownSchedule,
  scheduleForm,
} from "@/lib/alerts/reports/schema";
import { t } from "@/lib/base/languages/texts";
import { EmailsField } from "./emails-field";
import { cadenceOptions, hourOptions, weekdayOptions } from "./schedule-labels";

type ScheduleDialogProps = {
  title: string;
  shown: ShownReport;
  /** The schedule to edit; null for a new one. */
  schedule: ShownSchedule | null;
  onClose: () => void;
};

type Webhook = { id: number; name: string };

/** Schedules a recurring report. Without possible recipients it shows a message and saves nothing. */
export function ReportScheduleDialog(props: ScheduleDialogProps) {
  const { id: project } = useProject();
  const { data } = useGet(at("/projects/:project/alerts/team", { project }), { staleTime: 60_000 });
  if (data && (data.mail || data.webhooks.length > 0 || props.schedule))
    return <ScheduleForm {...props} webhooks={data.webhooks} />;
  return (
    <Dialog open onOpenChange={(next) => !next && props.onClose()}>
      <DialogContent
        title={t("Send by schedule")}
        description={t("By email, or to Slack, Teams, Discord or a server.")}
      >
        <DialogBody>
          {data ? (
            <p className="text-muted text-sm">
              {rich(
                "This server has no mail server configured, and this project has no webhook. Add one in <link>Destinations</link>, or ask the server's operator to set SMTP_URL and MAIL_FROM.",
                {
                  link: (text) => (
                    <IntentLink href={`/p/${project}/destinations`} className="underline underline-offset-4">
                      {text}
                    </IntentLink>
                  ),
                },
              )}
            </p>
          ) : (
            <Skeleton className="h-64 w-full" />
          )}
        </DialogBody>
        <DialogFooter>
          <Button onClick={props.onClose}>{t("Close")}</Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

/** A removed webhook remains listed until another one is chosen. */
const webhookOptions = (webhooks: readonly Webhook[], chosen: Webhook | null) => [
  { value: null, label: t("None") },
  ...webhooks.map(({ id, name }) => ({ value: id, label: name })),
  ...(chosen && !webhooks.some(({ id }) => id === chosen.id)
    ? [{ value: chosen.id, label: t("{name} (removed)", { name: chosen.name }) }]
    : []),
];

function descriptionOf({ shown, schedule }: ScheduleDialogProps): string {
  if (shown.kind === "summary")
    return t(
      "Last week compared with the week before: clicks, installs, sign-ups, spend, revenue and ROAS, the best and weakest campaigns, and active alerts.",
    );
  if (shown.kind === "query")
    return t(
      "The rows of the saved query, without personal data. {{from}} and {{to}} are the first and last day of the last full day, week or month.",
    );
  return schedule
    ? t("Its columns, filters and sorting stay as they are.")
    : t("The report with its current columns, filters and sorting, for new dates each time.");
}

function ScheduleForm(props: ScheduleDialogProps & { webhooks: readonly Webhook[] }) {
  const { title, shown, schedule, onClose, webhooks } = props;
  const project = useProject();
  const path = at("/projects/:project/report-schedules", { project: project.id });
  const refresh = useRefresh();
  const age = oldestAge(shown);
  const form = useSchemaForm(scheduleForm, {
    defaultValues: {
      title,
      cadence: schedule?.cadence ?? "weekly",
      weekday: schedule?.weekday ?? 1,
      hour: schedule?.hour ?? 8,
      emails: schedule?.emails ?? [],
      webhook: schedule?.webhook?.id ?? null,
      on: schedule?.on ?? true,
      mature: isSentReport(shown) && (schedule ? (shown.mature ?? false) : age !== null),
    },
  });
  const cadence = form.watch("cadence");
  return (
    <FormDialog
      open
      onOpenChange={(next) => !next && onClose()}
      title={schedule ? t("Change scheduled report") : t("Send by schedule")}
      description={descriptionOf(props)}
      form={form}
      submit={schedule ? t("Save") : t("Schedule report")}
      onSubmit={async ({ mature, ...values }) => {
        const body = { ...values, shown: isSentReport(shown) ? { ...shown, mature } : shown };
        if (schedule) await mutate("PUT", child(path, "/:id", { id: schedule.id }), body);
        else await mutate("POST", path, body);
        await refresh(path);
        toast.success(`${quoted(values.title)} ${schedule ? t("was saved") : t("is scheduled")}`);
      }}
    >
      <TextField
        form={form}
        name="title"
        label={t("Title")}
        hint={t("The subject of the email, and the first line of the message.")}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        {shown.kind === "summary" ? null : (
          <SelectField form={form} name="cadence" label={t("How often")} options={cadenceOptions} />
        )}
        {cadence === "weekly" ? (
          <SelectField form={form} name="weekday" label={t("On")} options={weekdayOptions} />
        ) : null}
        <SelectField
          form={form}
          name="hour"
          label={t("At")}
          hint={t("In {time_zone}.", { time_zone: project.time_zone })}
          options={hourOptions}
        />
      </div>
      {age ? (
        <SwitchField
          form={form}
          name="mature"
          label={t("Wait for {label}", { label: age.label })}
          hint={t(
            "Sends older dates, for which the figures of {label} are complete. Otherwise newer installs have none.",
            { label: age.label },
          )}
        />
      ) : null}
      <EmailsField form={form} name="emails" />
      <SelectField
        form={form}
        name="webhook"
        label={t("Slack, Teams, Discord or a server")}
        hint={
          webhooks.length > 0
            ? t("Chats get the figures as text, a server gets the rows.")
            : rich("Add a webhook in <link>Destinations</link> first.", {
                link: (text) => (
                  <IntentLink href={`/p/${project.id}/destinations`} className="underline underline-offset-4">
                    {text}
                  </IntentLink>
                ),
              })
        }
        options={webhookOptions(webhooks, schedule?.webhook ?? null)}
      />
      {schedule ? <SwitchField form={form} name="on" label={t("On")} /> : null}
    </FormDialog>
  );
}
