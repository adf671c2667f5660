"use client";

import { Trash2 } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { type Answer, at, call, within } from "@/app/(dashboard)/api";
import { useLacking } from "@/app/(dashboard)/roles";
import { useProject } from "@/app/(dashboard)/session";
import { TextField } from "@/components/fields";
import { Form, FormError, SubmitButton, useSchemaForm } from "@/components/form";
import { PageHeader } from "@/components/page-header";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardFooter, CardHeader } from "@/components/ui/card";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { personInput } from "@/lib/privacy/schema";
import { Retention } from "./retention";

type Person = { user?: string | undefined; install?: string | undefined };

export function Privacy() {
  const path = at("/projects/:project", { project: useProject().id });
  const reason = useLacking("people.export");
  const [erasing, setErasing] = useState<Person | null>(null);
  const form = useSchemaForm(personInput, { defaultValues: { user: "", install: "" } });
  const field = { autoComplete: "off", spellCheck: false, disabled: Boolean(reason) };
  return (
    <>
      <PageHeader
        title="Privacy"
        description="What you know of the people who use your app: what one of them may ask of you, and for how long it is kept."
      />
      <Card>
        <Form
          form={form}
          onSubmit={async (person) => {
            const found = await call("POST", within(path, "/privacy/export"), person);
            save(found, `person-${person.user || person.install}.json`);
            toast.success("The file was made");
          }}
        >
          <CardHeader
            title="One person"
            description="Who asks what you know of them, or asks to be forgotten. Name them by one of the two."
          />
          <CardBody className="grid gap-5 sm:grid-cols-2">
            <FormError className="sm:col-span-2" />
            <TextField
              form={form}
              name="user"
              label="User id"
              hint="As your app gives it to trigger."
              {...field}
            />
            <TextField
              form={form}
              name="install"
              label="Install instance"
              hint="For somebody who never signed in."
              {...field}
            />
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
                <SubmitButton always>Export as JSON</SubmitButton>
              </>
            )}
          </CardFooter>
        </Form>
      </Card>
      <ConfirmDialog
        open={erasing !== null}
        onOpenChange={(open) => !open && setErasing(null)}
        title={`Erase “${erasing?.user || erasing?.install || ""}”?`}
        description={
          <>
            <p>
              What tells who it was is taken out of installs, clicks, events and payments. Your figures stay
              as they were counted. What still comes from them is refused.
            </p>
            <p>This cannot be undone, and takes a few seconds.</p>
          </>
        }
        action="Erase"
        destructive
        typeToConfirm="erase"
        onConfirm={async () => {
          const done = await call("POST", within(path, "/privacy/erase"), { ...erasing, confirm: "erase" });
          form.reset();
          toast.success(`Erased: ${summaryOf(done)}`);
        }}
      />
      <Retention />
    </>
  );
}

const summaryOf = (done: Answer<"/projects/:project/privacy/erase", "POST">) =>
  Object.entries(done)
    .map(([what, count]) => `${count.toLocaleString()} ${count === 1 ? what.slice(0, -1) : what}`)
    .join(", ");

function save(content: unknown, name: string) {
  const url = URL.createObjectURL(new Blob([JSON.stringify(content, null, 2)], { type: "application/json" }));
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}
