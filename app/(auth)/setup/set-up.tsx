"use client";

import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { enter, leaveFor } from "@/app/(auth)/enter";
import { Heading } from "@/app/(auth)/heading";
import { asking, at, call } from "@/app/(dashboard)/api";
import { useGet } from "@/app/(dashboard)/data";
import { Form, FormError, FormField, SubmitButton, useSchemaForm } from "@/components/form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { PasswordInput } from "@/components/ui/password-input";
import { Skeleton } from "@/components/ui/skeleton";
import { setUpInput } from "@/lib/accounts/schema";

export function SetUp() {
  const token = useSearchParams().get("token") ?? "";
  const { data, error } = useGet(asking(at("/setup"), { token }), {
    guest: true,
  });
  if (error) return <Alert tone="danger">{error.message}</Alert>;
  if (!data) return <Skeleton className="h-96 rounded-lg" />;
  return data.open ? <OwnerForm token={token} /> : <Closed />;
}

function OwnerForm({ token }: { token: string }) {
  const form = useSchemaForm(setUpInput, {
    defaultValues: { token, name: "", email: "", password: "", account_name: "" },
  });
  return (
    <>
      <Heading title="Set up Cairn">You will be the owner of this server's first account.</Heading>
      <Form
        form={form}
        className="grid gap-4"
        onSubmit={async (values) => {
          await call("POST", at("/setup"), values);
          return enter(values, "/").catch(() => leaveFor("/sign-in"));
        }}
      >
        <FormError />
        <FormField form={form} name="name" label="Your name">
          {(control) => <Input {...control} autoComplete="name" autoFocus />}
        </FormField>
        <FormField form={form} name="email" label="E-mail" hint="You sign in with it. Nothing is sent to it.">
          {(control) => <Input {...control} type="email" autoComplete="username" inputMode="email" />}
        </FormField>
        <FormField form={form} name="password" label="Password" hint="At least 8 characters.">
          {(control) => <PasswordInput {...control} autoComplete="new-password" />}
        </FormField>
        <FormField
          form={form}
          name="account_name"
          label="Account"
          hint="Your company or team. Projects belong to it."
        >
          {(control) => <Input {...control} autoComplete="organization" />}
        </FormField>
        <SubmitButton always className="mt-1 h-9.5">
          Make the owner and sign in
        </SubmitButton>
      </Form>
    </>
  );
}

function Closed() {
  return (
    <>
      <Heading title="This link does not work">
        It was used already, or it is not the one that the server printed last. If there is no owner yet,
        start the server again: it prints a new one.
      </Heading>
      <Button asChild variant="primary" className="h-9.5">
        <Link href="/sign-in">To the sign-in</Link>
      </Button>
    </>
  );
}
