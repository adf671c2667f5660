import { useState } from "react";
import { toast } from "sonner";
import { type ApiAddress, child, mutate } from "@/app/(dashboard)/shell/api";
import { useGet, useRefresh } from "@/app/(dashboard)/shell/data";
import { FormDialog } from "@/components/dialogs/form-dialog";
import { IdField, NumberField, SelectField, SwitchField, TextField } from "@/components/fields/fields";
import { useSchemaForm } from "@/components/fields/form";
import { quoted } from "@/components/quoted";
import { Alert } from "@/components/ui/alert";
import { t } from "@/lib/base/languages/texts";
import { audienceConditions } from "@/lib/outbound/audiences/conditions/schema";
import { audienceInput, audienceRhythms, type ShownAudience } from "@/lib/outbound/audiences/schema";
import { SigningSecret } from "../destinations/signing-secret";
import { ConditionFields } from "./condition-fields";
import { CountPanel } from "./count-panel";
import { rhythmLabels } from "./labels";

type AudienceFormProps = {
  path: ApiAddress<"/projects/:project/audiences">;
  /** The audience to edit; null for a new one. */
  shown: ShownAudience | null;
  onClose: () => void;
};

const conditionsOf = (shown: ShownAudience | null) => ({
  ...{ platform: null, countries: [], networks: [], campaigns: [], organic: false, events: [] },
  ...shown?.conditions,
  installed: { min_days: undefined, max_days: undefined, ...shown?.conditions.installed },
  last_open: { min_days: undefined, max_days: undefined, ...shown?.conditions.last_open },
  app_version: { from: null, to: null, ...shown?.conditions.app_version },
  revenue: { min: undefined, max: undefined, within_days: undefined, ...shown?.conditions.revenue },
});

export function AudienceFormDialog({ path, shown, onClose }: AudienceFormProps) {
  const refresh = useRefresh();
  const [secret, setSecret] = useState<string | null>(null);
  const { data } = useGet(child(path, "/kinds"), { staleTime: 600_000 });
  const form = useSchemaForm(audienceInput, {
    defaultValues: {
      title: shown?.title ?? "",
      conditions: conditionsOf(shown),
      holdout: shown?.holdout ?? 0,
      every_hours: (shown?.every_hours ?? 24) as 1 | 6 | 24,
      kind: shown?.kind ?? "meta",
      settings: shown?.settings ?? {},
      secrets: {},
      on: shown?.on ?? true,
    },
  });
  const kinds = data?.kinds ?? [];
  const code = form.watch("kind");
  const kind = kinds.find((each) => each.code === code);
  const isStored = shown?.has_secrets === true;
  async function readConditions() {
    await form.trigger("conditions");
    const parsed = audienceConditions.safeParse(form.getValues("conditions"));
    return parsed.success ? parsed.data : null;
  }
  if (secret !== null) return <SigningSecret secret={secret} onDone={onClose} />;
  return (
    <FormDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={shown ? t("Change audience") : t("Add audience")}
      description={t("Cairn keeps a list of people at the receiver up to date.")}
      form={form}
      sheet
      submit={shown ? t("Save") : t("Add audience")}
      onSubmit={async (values) => {
        const saved = shown
          ? await mutate("PUT", child(path, "/:id", { id: shown.id }), values)
          : await mutate("POST", path, values);
        await refresh(path);
        toast.success(
          t("{title} was {if_shown, select, yes {saved} other {added}}", {
            title: quoted(values.title),
            if_shown: shown ? "yes" : "no",
          }),
        );
        if (saved.secret !== null) setSecret(saved.secret);
      }}
    >
      <TextField form={form} name="title" label={t("Name")} maxLength={100} required />
      <ConditionFields form={form} />
      <CountPanel
        path={path}
        kinds={kinds}
        skipReasons={data?.skip_reasons ?? {}}
        kind={code}
        read={readConditions}
        version={JSON.stringify(form.watch("conditions"))}
      />
      {shown ? null : (
        <SelectField
          form={form}
          name="kind"
          label={t("Send to")}
          hint={kind?.about}
          options={kinds.map(({ code: value, label }) => ({ value, label }))}
        />
      )}
      {kind?.unchecked ? <Alert>{kind.unchecked}</Alert> : null}
      {kind?.fields.map(({ name, label, hint, secret: isSecret, optional }) => {
        const kept = isSecret && isStored ? t("Leave it empty to keep the stored one.") : null;
        return (
          <IdField
            key={`${code} ${name}`}
            form={form}
            name={isSecret ? `secrets.${name}` : `settings.${name}`}
            label={label}
            hint={[hint, kept].filter(Boolean).join(" ") || undefined}
            required={!optional && !kept}
            type={isSecret ? "password" : "text"}
            autoComplete={isSecret ? "new-password" : "off"}
          />
        );
      })}
      <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
        <SelectField
          form={form}
          name="every_hours"
          label={t("Update")}
          options={audienceRhythms.map((value) => ({ value, label: rhythmLabels[value] ?? "" }))}
        />
        <NumberField
          form={form}
          name="holdout"
          label={t("Hold out")}
          hint={t("Left out for comparison: the same people in all audiences.")}
          after="%"
          min={0}
          max={50}
        />
      </div>
      {shown ? (
        <SwitchField
          form={form}
          name="on"
          label={t("On")}
          hint={t("While it is off, no one is added. People who no longer match are still removed.")}
        />
      ) : null}
    </FormDialog>
  );
}
