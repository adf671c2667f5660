"use client";

import { z } from "zod";
import { at, mutate } from "@/app/(dashboard)/shell/api";
import { useRefresh } from "@/app/(dashboard)/shell/data";
import type { DayWindow } from "@/app/(dashboard)/shell/dates/window";
import { useProject } from "@/app/(dashboard)/shell/session";
import { FormDialog } from "@/components/dialogs/form-dialog";
import { SelectField, TextField } from "@/components/fields/fields";
import { FormField, useSchemaForm } from "@/components/fields/form";
import { RadioCard, RadioGroup } from "@/components/fields/radio-group";
import { windowText } from "@/components/format";
import { defaultShareDays, type ShareInput, shareInput } from "@/lib/activity/shares/schema";
import { dayCount } from "@/lib/base/days";
import { t } from "@/lib/base/languages/texts";

const terms = [
  { value: 7, label: "7 days" },
  { value: 30, label: "30 days" },
  { value: 90, label: "90 days" },
  { value: 365, label: t("One year") },
];

const schema = z.object({
  title: shareInput.shape.title,
  valid_days: z.number(),
  days: z.enum(["rolling", "fixed"]),
});

type ShareDialogProps = {
  title: string;
  shown: ShareInput["shown"];
  window: DayWindow;
  today: string;
  onClose: () => void;
  onMade: (link: string) => void;
};

export function ShareDialog({ title, shown, window, today, onClose, onMade }: ShareDialogProps) {
  const path = at("/projects/:project/shares", { project: useProject().id });
  const refresh = useRefresh();
  const length = dayCount(window.from, window.to);
  const form = useSchemaForm(schema, {
    defaultValues: { title, valid_days: defaultShareDays, days: window.to === today ? "rolling" : "fixed" },
  });
  return (
    <FormDialog
      open
      onOpenChange={(next) => !next && onClose()}
      title={t("Share these figures")}
      description={t(
        "A read-only page for people without an account. It has no user lists, IDs or links to other pages.",
      )}
      form={form}
      submit={t("Create share link")}
      onSubmit={async ({ days, ...values }) => {
        const made = await mutate("POST", path, {
          ...values,
          shown,
          window: days === "rolling" ? { days: length } : window,
        });
        void refresh(path);
        onMade(made.link);
      }}
    >
      <TextField form={form} name="title" label={t("Title")} hint={t("Readers see it above the figures.")} />
      <FormField form={form} name="days" label={t("Days")}>
        {({ value, onChange, id, ...control }) => (
          <RadioGroup value={value} onValueChange={onChange} aria-label={t("Days")} {...control}>
            <RadioCard
              value="rolling"
              label={length === 1 ? t("Today") : t("The last {length} days", { length })}
              hint={t("Up to the day when the link is opened")}
            />
            <RadioCard value="fixed" label={windowText(window)} hint={t("Always these days")} />
          </RadioGroup>
        )}
      </FormField>
      <SelectField form={form} name="valid_days" label={t("Link ends after")} options={terms} />
    </FormDialog>
  );
}
