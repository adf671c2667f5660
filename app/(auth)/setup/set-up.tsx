"use client";

import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { redirectTo, signInAndOpen } from "@/app/(auth)/enter";
import { Heading } from "@/app/(auth)/heading";
import { at, mutate, withQuery } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { EmailField, PasswordField, TextField } from "@/components/fields/fields";
import { Form, FormError, SubmitButton, useSchemaForm } from "@/components/fields/form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { setUpInput } from "@/lib/accounts/schema";
import { t } from "@/lib/base/languages/texts";

export function SetUp() {
  const token = useSearchParams().get("token") ?? "";
  const { data, error } = useGet(withQuery(at("/setup"), { token }));
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
      <Heading title={t("Set up Cairn")}>{t("You'll own this server's first account.")}</Heading>
      <Form
        form={form}
        className="grid gap-4"
        onSubmit={async (values) => {
          await mutate("POST", at("/setup"), values);
          return signInAndOpen(values, "/").catch(() => redirectTo("/sign-in"));
        }}
      >
        <FormError />
        <TextField form={form} name="name" label={t("Your name")} autoComplete="name" autoFocus />
        <EmailField
          form={form}
          name="email"
          label={t("Email")}
          hint={t("Used to sign in.")}
          autoComplete="username"
        />
        <PasswordField
          form={form}
          name="password"
          label={t("Password")}
          hint={t("At least 8 characters")}
          autoComplete="new-password"
        />
        <TextField
          form={form}
          name="account_name"
          label={t("Account")}
          hint={t("Your company or team.")}
          autoComplete="organization"
        />
        <SubmitButton always className="mt-1 h-9.5">
          {t("Create account")}
        </SubmitButton>
      </Form>
    </>
  );
}

function Closed() {
  return (
    <>
      <Heading title={t("This link doesn't work")}>
        {t(
          "It was already used or replaced by a newer one. If there's no owner yet, restart the server: it logs a new link.",
        )}
      </Heading>
      <Button asChild variant="primary" className="h-9.5">
        <Link href="/sign-in">{t("Go to sign in")}</Link>
      </Button>
    </>
  );
}
