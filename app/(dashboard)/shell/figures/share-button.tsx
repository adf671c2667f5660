"use client";

import { Share2 } from "lucide-react";
import { useState } from "react";
import { z } from "zod";
import { at, mutate } from "@/app/(dashboard)/shell/api";
import { useRefresh } from "@/app/(dashboard)/shell/data";
import type { DayWindow } from "@/app/(dashboard)/shell/dates/window";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";
import { FormDialog } from "@/components/dialogs/form-dialog";
import { SecretReveal } from "@/components/dialogs/secret-reveal";
import { SelectField, TextField } from "@/components/fields/fields";
import { FormField, useSchemaForm } from "@/components/fields/form";
import { RadioCard, RadioGroup } from "@/components/fields/radio-group";
import { windowText } from "@/components/format";
import { GatedButton } from "@/components/ui/gated";
import { defaultShareDays, type ShareInput, shareInput } from "@/lib/activity/shares/schema";
import { dayCount } from "@/lib/base/days";

type ShareButtonProps = {
  /** The default title of the link. */
  title: string;
  shown: ShareInput["shown"];
  window: DayWindow;
  today: string;
  /** In the header of a card, next to other small buttons. */
  small?: boolean;
};

const terms = [
  { value: 7, label: "7 days" },
  { value: 30, label: "30 days" },
  { value: 90, label: "90 days" },
  { value: 365, label: "One year" },
];

const schema = z.object({
  title: shareInput.shape.title,
  valid_days: z.number(),
  days: z.enum(["rolling", "fixed"]),
});

/** Creates a link to the current view for people without an account. */
export function ShareButton({ title, shown, window, today, small }: ShareButtonProps) {
  const [open, setOpen] = useState(false);
  const [link, setLink] = useState<string | null>(null);
  const reason = useMissingRoleText("shares.write");
  return (
    <>
      <GatedButton
        reason={reason}
        onClick={() => setOpen(true)}
        {...(small ? ({ size: "sm", variant: "ghost", "aria-label": `Share ${title}` } as const) : {})}
      >
        <Share2 className={small ? "size-3.5 text-faint" : undefined} />
        Share
      </GatedButton>
      {open ? (
        <ShareDialog {...{ title, shown, window, today }} onClose={() => setOpen(false)} onMade={setLink} />
      ) : null}
      <SecretReveal
        secret={link}
        title="Share link created"
        description="Anyone with this link can see these figures until it ends. It won't be shown again; you can revoke it in Settings, under Share links."
        label="Copy link"
        savedLabel="I've copied or sent the link"
        onDone={() => setLink(null)}
      />
    </>
  );
}

type DialogProps = Omit<ShareButtonProps, "small"> & { onClose: () => void; onMade: (link: string) => void };

function ShareDialog({ title, shown, window, today, onClose, onMade }: DialogProps) {
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
      title="Share these figures"
      description="A read-only page for people without an account. It has no user lists, IDs or links to other pages."
      form={form}
      submit="Create share link"
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
      <TextField form={form} name="title" label="Title" hint="Readers see it above the figures." />
      <FormField form={form} name="days" label="Days">
        {({ value, onChange, id, ...control }) => (
          <RadioGroup value={value} onValueChange={onChange} aria-label="Days" {...control}>
            <RadioCard
              value="rolling"
              label={length === 1 ? "Today" : `The last ${length} days`}
              hint="Up to the day when the link is opened"
            />
            <RadioCard value="fixed" label={windowText(window)} hint="Always these days" />
          </RadioGroup>
        )}
      </FormField>
      <SelectField form={form} name="valid_days" label="Link ends after" options={terms} />
    </FormDialog>
  );
}
