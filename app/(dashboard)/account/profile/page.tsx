"use client";

import { toast } from "sonner";
import { at, call } from "@/app/(dashboard)/api";
import { useRefresh } from "@/app/(dashboard)/data";
import { useSession } from "@/app/(dashboard)/session";
import { PasswordField, TextField } from "@/components/fields";
import { Form, FormError, SubmitButton, useSchemaForm } from "@/components/form";
import { PageHeader } from "@/components/page-header";
import { ThemeToggle } from "@/components/theme-toggle";
import { Card, CardBody, CardFooter, CardHeader } from "@/components/ui/card";
import { type Me, passwordInput, profileInput } from "@/lib/accounts/schema";
import { SessionsCard } from "./sessions-card";

export default function Profile() {
  const { me } = useSession();
  return (
    <div className="mx-auto grid grid-cols-1 max-w-2xl gap-6">
      <PageHeader title="Profile" description={me?.member.email ?? "\u00a0"} />
      <NameCard me={me} />
      <PasswordCard />
      <Card>
        <CardHeader title="Theme" description="For this browser." actions={<ThemeToggle />} />
      </Card>
      <SessionsCard />
    </div>
  );
}

function NameCard({ me }: { me: Me | undefined }) {
  const refresh = useRefresh();
  const form = useSchemaForm(profileInput, { values: { name: me?.member.name ?? "" } });
  return (
    <Card>
      <Form
        form={form}
        onSubmit={async (values) => {
          await call("PATCH", at("/me"), values);
          form.reset(values);
          await refresh("/me", "/accounts");
          toast.success("Name saved");
        }}
      >
        <CardHeader title="Name" description="As the other members see you." />
        <CardBody className="grid gap-4">
          <FormError />
          <TextField form={form} name="name" label="Name" autoComplete="name" className="max-w-sm" />
        </CardBody>
        <CardFooter className="justify-end">
          <SubmitButton>Save</SubmitButton>
        </CardFooter>
      </Form>
    </Card>
  );
}

function PasswordCard() {
  const empty = { current_password: "", new_password: "" };
  const form = useSchemaForm(passwordInput, { defaultValues: empty });
  const refresh = useRefresh();
  return (
    <Card>
      <Form
        form={form}
        onSubmit={async (values) => {
          await call("POST", at("/me/password"), values);
          form.reset(empty);
          await refresh("/me/sessions");
          toast.success("Password changed", { description: "All your other sessions have ended." });
        }}
      >
        <CardHeader title="Password" description="Changing it signs you out everywhere else." />
        <CardBody className="grid gap-4">
          <FormError />
          <PasswordField
            form={form}
            name="current_password"
            label="Current password"
            autoComplete="current-password"
            className="max-w-sm"
          />
          <PasswordField
            form={form}
            name="new_password"
            label="New password"
            hint="At least 8 characters."
            autoComplete="new-password"
            className="max-w-sm"
          />
        </CardBody>
        <CardFooter className="justify-end">
          <SubmitButton>Change password</SubmitButton>
        </CardFooter>
      </Form>
    </Card>
  );
}
