"use client";

import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { getProviders, signIn } from "next-auth/react";
import { useState } from "react";
import { z } from "zod";
import { destination, signInAndOpen } from "@/app/(auth)/enter";
import { Heading } from "@/app/(auth)/heading";
import { EmailField, PasswordField } from "@/components/fields/fields";
import { Form, FormError, SubmitButton, useSchemaForm } from "@/components/fields/form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { email } from "@/lib/base/fields";
import { t } from "@/lib/base/languages/texts";

const credentials = z.object({ email, password: z.string().min(1, t("Password is required.")) });

/** A failed sign-in through another service leaves one of these codes in the address. */
const outsideErrors: Record<string, string> = {
  AccessDenied: t("No account uses this email. Ask an admin for an invite."),
  TooManyAttempts: t("Too many attempts. Try again in a few minutes."),
  SessionRequired: t("Sign in to see that page."),
};

export function SignIn() {
  const params = useSearchParams();
  const form = useSchemaForm(credentials, { defaultValues: { email: "", password: "" } });
  const outside = params.get("error");
  const to = () => destination(params.get("from") ?? params.get("callbackUrl"), location.origin);

  return (
    <>
      <Heading title={t("Sign in")}>{t("Welcome back.")}</Heading>
      {outside ? (
        <Alert tone="danger" className="mb-4">
          {outsideErrors[outside] ?? t("Something went wrong. Try again.")}
        </Alert>
      ) : null}
      <Form form={form} className="grid gap-4" onSubmit={(values) => signInAndOpen(values, to())}>
        <FormError />
        <EmailField form={form} name="email" label={t("Email")} autoComplete="username" autoFocus />
        <PasswordField form={form} name="password" label={t("Password")} autoComplete="current-password" />
        <SubmitButton always className="mt-1 h-9.5">
          {t("Sign in")}
        </SubmitButton>
      </Form>
      <OutsideProviders to={to} />
      <p className="mt-8 text-muted text-xs">
        {t(
          "New server? Use the setup link in its log. Otherwise ask an admin for an invite. The server's operator can reset your password.",
        )}
      </p>
    </>
  );
}

function OutsideProviders({ to }: { to: () => string }) {
  const { data } = useQuery({
    queryKey: ["providers"],
    queryFn: getProviders,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [chosen, setChosen] = useState<string | null>(null);
  const outside = Object.values(data ?? {}).filter((provider) => provider.type === "oauth");
  if (outside.length === 0) return null;
  return (
    <div className="mt-6 grid gap-2 border-t pt-6">
      {outside.map((provider) => (
        <Button
          key={provider.id}
          className="h-9.5"
          loading={chosen === provider.id}
          onClick={() => {
            setChosen(provider.id);
            void signIn(provider.id, { callbackUrl: to() });
          }}
        >
          {t("Continue with {name}", { name: provider.name })}
        </Button>
      ))}
    </div>
  );
}
