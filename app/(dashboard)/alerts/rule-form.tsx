"use client";

import { useWatch } from "react-hook-form";
import { EmailsField } from "@/app/(dashboard)/shell/alerts/emails-field";
import { at } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";
import { SelectField, SwitchField, TextField } from "@/components/fields/fields";
import { Form, FormError, SubmitButton, useSchemaForm } from "@/components/fields/form";
import { IntentLink } from "@/components/intent-link";
import { rich } from "@/components/rich";
import { Card, CardBody, CardFooter, CardHeader } from "@/components/ui/card";
import { type AlertRuleInput, alertKinds, type ShownRule } from "@/lib/alerts/rules/schema";
import { t } from "@/lib/base/languages/texts";
import { alertForm, alertValues, type FieldsProps } from "./alert-form";
import { BacktestCard } from "./backtest";
import { AlertKindFields } from "./kind-fields";
import { kindNames } from "./labels";

type RuleFormProps = {
  rule: ShownRule | null;
  submit: string;
  onSave: (input: AlertRuleInput) => Promise<unknown>;
};

export function RuleForm({ rule, submit, onSave }: RuleFormProps) {
  const form = useSchemaForm(alertForm, { defaultValues: alertValues(rule) });
  const kind = useWatch({ control: form.control, name: "kind" });
  const emails = useWatch({ control: form.control, name: "emails" });
  return (
    <Form
      form={form}
      lacking={useMissingRoleText("alerts.write")}
      className="grid grid-cols-1 gap-6"
      onSubmit={async (values) => {
        await onSave(values);
        form.reset(form.getValues());
      }}
    >
      <FormError />
      <Card>
        <CardHeader title={t("What to watch")} />
        <CardBody className="grid max-w-2xl grid-cols-1 gap-4">
          <SelectField
            form={form}
            name="kind"
            label={t("Watch for")}
            options={alertKinds.map((value) => ({ value, ...kindNames[value] }))}
          />
          <AlertKindFields form={form} kind={kind} />
        </CardBody>
      </Card>
      <BacktestCard form={form} />
      <Card>
        <CardHeader title={t("Recipients")} description={t("Alerts always show here and on the overview.")} />
        <CardBody className="grid max-w-2xl grid-cols-1 gap-4">
          <EmailsField form={form} name="emails" />
          {emails.length > 0 ? (
            <SwitchField form={form} name="emails_resolved" label={t("Email them again when it ends")} />
          ) : null}
          <Webhooks form={form} />
          <TextField
            form={form}
            name="name"
            label={t("Name")}
            optional
            maxLength={100}
            hint={t("If empty, the name describes the rule.")}
          />
        </CardBody>
        <CardFooter>
          <span>{t("At most one notification in 24 hours.")}</span>
          <SubmitButton always={rule === null}>{submit}</SubmitButton>
        </CardFooter>
      </Card>
    </Form>
  );
}

function Webhooks({ form }: FieldsProps) {
  const { id } = useProject();
  const { data } = useGet(at("/projects/:project/alerts", { project: id }));
  const names = data?.webhooks.map(({ name }) => name) ?? [];
  return (
    <SwitchField
      form={form}
      name="webhooks"
      label={t("Webhooks, Slack, Teams and Discord")}
      hint={
        names.length > 0
          ? t("Sent to {names}.", { names: names.join(", ") })
          : rich(
              "No webhook receives alerts yet: add one, or add alert.fired to its mapping, in <link>Destinations</link>.",
              {
                link: (text) => (
                  <IntentLink href={`/p/${id}/destinations`} className="underline underline-offset-4">
                    {text}
                  </IntentLink>
                ),
              },
            )
      }
    />
  );
}
