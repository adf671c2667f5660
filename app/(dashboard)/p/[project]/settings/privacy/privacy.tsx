"use client";

import { Trash2 } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { Form, FormError, FormField, SubmitButton, useSchemaForm } from "@/components/form";
import { FormDialog } from "@/components/form-dialog";
import { PageHeader } from "@/components/page-header";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardFooter, CardHeader } from "@/components/ui/card";
import { Input } from "@/components/ui/input";
import { eraseInput, personInput } from "@/lib/privacy/schema";
import { call } from "../../../../api";
import { useLacking } from "../../../../roles";
import { useProject } from "../../../../session";

type Person = { user?: string | undefined; install?: string | undefined };
type Erased = { installs: number; clicks: number; events: number; payments: number };

export function Privacy() {
  const path = `/projects/${useProject().id}/privacy`;
  const reason = useLacking("people.export");
  const [erasing, setErasing] = useState<Person | null>(null);
  const form = useSchemaForm(personInput, { defaultValues: { user: "", install: "" } });
  const field = { autoComplete: "off", spellCheck: false, disabled: Boolean(reason) };
  return (
    <>
      <PageHeader
        title="Privacy"
        description="When somebody who uses your app asks what you know of them, or asks to be forgotten."
      />
      <Card>
        <Form
          form={form}
          onSubmit={async (person) => {
            const found = await call("POST", `${path}/export`, person);
            save(found, `person-${person.user || person.install}.json`);
            toast.success("The file was made");
          }}
        >
          <CardHeader title="One person" description="Name them by one of the two." />
          <CardBody className="grid gap-5 sm:grid-cols-2">
            <FormError className="sm:col-span-2" />
            <FormField form={form} name="user" label="User id" hint="As your app gives it to trigger.">
              {({ value, ...control }) => <Input {...control} {...field} value={value ?? ""} />}
            </FormField>
            <FormField
              form={form}
              name="install"
              label="Install instance"
              hint="For somebody who never signed in."
            >
              {({ value, ...control }) => <Input {...control} {...field} value={value ?? ""} />}
            </FormField>
          </CardBody>
          <CardFooter className="justify-end gap-2">
            {reason ? (
              <span>{reason}.</span>
            ) : (
              <>
                <Button variant="danger" onClick={form.handleSubmit((person) => setErasing(person))}>
                  <Trash2 />
                  Erase…
                </Button>
                <SubmitButton>Export as JSON</SubmitButton>
              </>
            )}
          </CardFooter>
        </Form>
      </Card>
      <EraseDialog
        key={erasing ? `${erasing.user} ${erasing.install}` : ""}
        path={path}
        person={erasing}
        onDone={() => form.reset()}
        onClose={() => setErasing(null)}
      />
    </>
  );
}

type EraseProps = { path: string; person: Person | null; onDone: () => void; onClose: () => void };

function EraseDialog({ path, person, onDone, onClose }: EraseProps) {
  const form = useSchemaForm(eraseInput, {
    defaultValues: { user: person?.user ?? "", install: person?.install ?? "", confirm: "" as "erase" },
  });
  return (
    <FormDialog
      open={person !== null}
      onOpenChange={(open) => !open && onClose()}
      title={`Erase “${person?.user || person?.install || ""}”?`}
      description="What tells who it was is taken out of installs, clicks, events and payments. Your figures stay as they were counted. What still comes from them is refused. This cannot be undone, and takes a few seconds."
      form={form}
      submit="Erase"
      onSubmit={async (values) => {
        const done = await call<Erased>("POST", `${path}/erase`, values);
        onDone();
        toast.success(
          `Erased: ${done.installs} installs, ${done.clicks} clicks, ${done.events} events, ${done.payments} payments`,
        );
      }}
    >
      <FormField form={form} name="confirm" label="Write “erase” to confirm">
        {(control) => <Input {...control} autoComplete="off" />}
      </FormField>
    </FormDialog>
  );
}

function save(content: unknown, name: string) {
  const url = URL.createObjectURL(new Blob([JSON.stringify(content, null, 2)], { type: "application/json" }));
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}
