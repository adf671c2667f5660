"use client";

import { Trash2 } from "lucide-react";
import { toast } from "sonner";
import { Consent } from "@/app/(dashboard)/settings/privacy/consent";
import { RetentionSettings } from "@/app/(dashboard)/settings/privacy/retention";
import { PrivacyMatrixCard } from "@/app/(dashboard)/settings/privacy/shared-data";
import { at, child, mutate, type ResponseOf } from "@/app/(dashboard)/shell/api";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";
import { confirm } from "@/components/dialogs/confirm";
import { TextField } from "@/components/fields/fields";
import { Form, FormError, SubmitButton, useSchemaForm } from "@/components/fields/form";
import { numberText } from "@/components/format";
import { PageHeader } from "@/components/page-header";
import { saveFile } from "@/components/save-file";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardFooter, CardHeader } from "@/components/ui/card";
import { t } from "@/lib/base/languages/texts";
import { personInput } from "@/lib/privacy/schema";

type Person = { user?: string | undefined; install?: string | undefined };

export default function Privacy() {
  const path = at("/projects/:project", { project: useProject().id });
  const reason = useMissingRoleText("people.export");
  const form = useSchemaForm(personInput, { defaultValues: { user: "", install: "" } });
  const field = { autoComplete: "off", spellCheck: false };
  const erase = (person: Person) =>
    confirm({
      title: t("Erase “{user}”?", { user: person.user || person.install || "" }),
      description: (
        <>
          <p>
            {t(
              "Personal data is removed from their installs, clicks, events and payments. Your figures don't change. Anything they send later is rejected.",
            )}
          </p>
          <p>{t("This can't be undone and takes a few seconds.")}</p>
        </>
      ),
      action: t("Erase"),
      destructive: true,
      typeToConfirm: "erase",
      onConfirm: async () => {
        const done = await mutate("POST", child(path, "/privacy/erase"), { ...person, confirm: "erase" });
        form.reset();
        toast.success(t("Erased: {done}", { done: summaryOf(done) }));
      },
    });
  return (
    <>
      <PageHeader
        title={t("Privacy")}
        description={t("Handle data requests, consent and how long user data is kept.")}
      />
      <Card>
        <Form
          form={form}
          lacking={reason}
          onSubmit={async (person) => {
            const found = await mutate("POST", child(path, "/privacy/export"), person);
            save(found, `person-${person.user || person.install}.json`);
            toast.success(t("Export ready"));
          }}
        >
          <CardHeader
            title={t("Data request")}
            description={t("Handle a data request. Enter a user ID or an install ID.")}
          />
          <CardBody className="grid gap-5 sm:grid-cols-2">
            <FormError className="sm:col-span-2" />
            <TextField
              form={form}
              name="user"
              label={t("User ID")}
              hint={t("The ID that your app sends with trigger.")}
              {...field}
            />
            <TextField
              form={form}
              name="install"
              label={t("Install instance ID")}
              hint={t("For users who have never signed in.")}
              {...field}
            />
          </CardBody>
          <CardFooter className="justify-end gap-2">
            {reason ? null : (
              <Button variant="danger" onClick={form.handleSubmit(erase)}>
                <Trash2 />
                {t("Erase…")}
              </Button>
            )}
            <SubmitButton always>{t("Export as JSON")}</SubmitButton>
          </CardFooter>
        </Form>
      </Card>
      <Consent />
      <PrivacyMatrixCard />
      <RetentionSettings />
    </>
  );
}

const summaryOf = (done: ResponseOf<"/projects/:project/privacy/erase", "POST">) =>
  Object.entries(done)
    .map(([what, count]) => `${numberText(count)} ${count === 1 ? what.slice(0, -1) : what}`)
    .join(", ");

function save(content: unknown, name: string) {
  saveFile(new Blob([JSON.stringify(content, null, 2)], { type: "application/json" }), name);
}
