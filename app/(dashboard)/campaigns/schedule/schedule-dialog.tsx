"use client";

import { useWatch } from "react-hook-form";
import { z } from "zod";
import { useProject } from "@/app/(dashboard)/shell/session";
import { FormDialog } from "@/components/dialogs/form-dialog";
import { SelectField } from "@/components/fields/fields";
import { FormField, useSchemaForm } from "@/components/fields/form";
import { t } from "@/lib/base/languages/texts";
import { maxReturnDays, returnDays } from "@/lib/ledger/return-days";
import { CountInput } from "./count-input";
import { MomentInput } from "./moment-input";

export type CampaignScheduleInput = {
  starts_at?: string | null;
  ends_at?: string | null;
  click_limit?: number | null;
  reengagement_days?: number | null;
};

const badDays = t("Enter 1 to {maxReturnDays} days.", { maxReturnDays });

const what = z.enum(["keep", "set", "clear"]);

const scheduleForm = z
  .object({
    start: what,
    starts_at: z.string().nullable(),
    end: what,
    ends_at: z.string().nullable(),
    limit: what,
    click_limit: z.number().int("Enter a whole number.").min(1, t("Enter at least 1.")).nullable(),
    window: what,
    reengagement_days: z.number(badDays).int(badDays).min(1, badDays).max(maxReturnDays, badDays).nullable(),
  })
  .superRefine((values, context) => {
    const complain = (path: string, message: string) =>
      context.addIssue({ code: "custom", path: [path], message });
    if (values.start === "set" && values.starts_at === null)
      complain("starts_at", t("Enter a day and time."));
    if (values.end === "set" && values.ends_at === null) complain("ends_at", t("Enter a day and time."));
    if (values.limit === "set" && values.click_limit === null) complain("click_limit", t("Enter a number."));
    if (values.window === "set" && values.reengagement_days === null) complain("reengagement_days", badDays);
    if (values.start === "set" && values.end === "set" && values.starts_at && values.ends_at)
      if (Date.parse(values.ends_at) <= Date.parse(values.starts_at))
        complain("ends_at", t("The end must be after the start."));
    if ([values.start, values.end, values.limit, values.window].every((each) => each === "keep"))
      complain("start", t("Choose what to change."));
  });

const blank: z.input<typeof scheduleForm> = {
  start: "keep",
  starts_at: null,
  end: "keep",
  ends_at: null,
  limit: "keep",
  click_limit: null,
  window: "keep",
  reengagement_days: null,
};

const chosen = <Value,>(of: z.output<typeof what>, value: Value | null) =>
  of === "keep" ? undefined : of === "clear" ? null : value;

/** Only the changed fields. */
function scheduleOf(values: z.output<typeof scheduleForm>): CampaignScheduleInput {
  const all = {
    starts_at: chosen(values.start, values.starts_at),
    ends_at: chosen(values.end, values.ends_at),
    click_limit: chosen(values.limit, values.click_limit),
    reengagement_days: chosen(values.window, values.reengagement_days),
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

type ScheduleDialogProps = {
  /** `12 campaigns` */
  of: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onSchedule: (schedule: CampaignScheduleInput) => Promise<unknown>;
};

/** The start and end of many campaigns. */
export function CampaignScheduleDialog({ of, open, onOpenChange, onSchedule }: ScheduleDialogProps) {
  const { time_zone: zone } = useProject();
  const form = useSchemaForm(scheduleForm, { defaultValues: blank });
  const { start, end, limit, window } = useWatch({ control: form.control });
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("Schedule {of}", { of })}
      description={t(
        "Times are in {zone}. Outside of its schedule, a campaign's links use the destination of ended links.",
        { zone },
      )}
      form={form}
      submit={t("Schedule {of}", { of })}
      onSubmit={(values) => onSchedule(scheduleOf(values))}
    >
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <SelectField form={form} name="start" label={t("Start")} options={options(t("Start right away"))} />
        {start === "set" ? (
          <FormField form={form} name="starts_at" label={t("Starts")}>
            {(control) => <MomentInput {...control} zone={zone} />}
          </FormField>
        ) : null}
      </div>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <SelectField form={form} name="end" label={t("End")} options={options(t("No end"))} />
        {end === "set" ? (
          <FormField form={form} name="ends_at" label={t("Ends")}>
            {(control) => <MomentInput {...control} zone={zone} />}
          </FormField>
        ) : null}
      </div>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <SelectField form={form} name="limit" label={t("Click limit")} options={options(t("No limit"))} />
        {limit === "set" ? (
          <FormField form={form} name="click_limit" label={t("Clicks")} hint={t("For each campaign.")}>
            {(control) => <CountInput {...control} />}
          </FormField>
        ) : null}
      </div>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <SelectField
          form={form}
          name="window"
          label={t("Re-engagement window")}
          options={options(t("Default ({returnDays} days)", { returnDays }))}
        />
        {window === "set" ? (
          <FormField
            form={form}
            name="reengagement_days"
            label={t("Days")}
            hint={t("Applies to later re-engagements only.")}
          >
            {(control) => <CountInput {...control} max={maxReturnDays} />}
          </FormField>
        ) : null}
      </div>
    </FormDialog>
  );
}

const options = (cleared: string) =>
  [
    { value: "keep", label: t("Don't change") },
    { value: "set", label: t("Set…") },
    { value: "clear", label: cleared },
  ] as const;
