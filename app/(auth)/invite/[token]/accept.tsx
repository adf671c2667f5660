"use client";

import Link from "next/link";
import { useState } from "react";
import { z } from "zod";
import { redirectTo, signInAndOpen } from "@/app/(auth)/enter";
import { Heading } from "@/app/(auth)/heading";
import { ApiError, at, mutate } from "@/app/(dashboard)/shell/api";
import { useAction, useGet } from "@/app/(dashboard)/shell/data";
import { roleMeanings, roleNames } from "@/app/(dashboard)/shell/roles";
import { Field } from "@/components/fields/field";
import { PasswordField, TextField } from "@/components/fields/fields";
import { Form, FormError, SubmitButton, useSchemaForm } from "@/components/fields/form";
import { Input } from "@/components/fields/input";
import { rich } from "@/components/rich";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Segmented } from "@/components/ui/segmented";
import { Skeleton } from "@/components/ui/skeleton";
import { acceptInvitationInput, type InvitationOffer, newMemberInput } from "@/lib/accounts/schema";
import { t } from "@/lib/base/languages/texts";

type Props = { token: string; offer: InvitationOffer };

export function Accept({ token }: { token: string }) {
  const { data: offer, error } = useGet(at("/invitations/:token", { token }));
  const [way, setWay] = useState<"new" | "known">("new");
  if (error) return <Over error={error} />;
  if (!offer) return <Skeleton className="h-80 rounded-lg" />;
  return (
    <>
      <Heading title={t("Join {account_name}", { account_name: offer.account_name })}>
        <Offered offer={offer} />
      </Heading>
      {offer.yours ? (
        <JoinNow token={token} offer={offer} />
      ) : (
        <>
          <Segmented
            label={t("Who you are")}
            className="mb-4"
            options={[
              { value: "new", label: t("I'm new here") },
              { value: "known", label: t("I have an account") },
            ]}
            value={way}
            onValueChange={setWay}
          />
          {way === "new" ? (
            <JoinAsNew token={token} offer={offer} />
          ) : (
            <JoinWithPassword token={token} offer={offer} />
          )}
        </>
      )}
    </>
  );
}

/** The access that the invitation grants. */
function Offered({ offer: { role, projects } }: { offer: InvitationOffer }) {
  if (role !== null)
    return t("Role {roleName}. {roleMeaning}.", {
      roleName: roleNames[role].toLowerCase(),
      roleMeaning: roleMeanings[role],
    });
  return (
    <>
      {projects.length === 1 ? t("You get access to one project:") : t("You get access to these projects:")}{" "}
      {projects.map(({ name, role }) => `${name} (${roleNames[role].toLowerCase()})`).join(", ")}.
    </>
  );
}

async function join({ token, offer }: Props, input: z.input<typeof acceptInvitationInput>): Promise<never> {
  await mutate("POST", at("/invitations/:token", { token }), input);
  if (!input.password) return redirectTo("/");
  const credentials = { email: offer.email, password: input.password };
  return signInAndOpen(credentials, "/").catch(() => redirectTo("/sign-in"));
}

function JoinAsNew(props: Props) {
  const form = useSchemaForm(newMemberInput, { defaultValues: { name: "", password: "" } });
  return (
    <Form form={form} className="grid gap-4" onSubmit={(values) => join(props, values)}>
      <FormError />
      <Email email={props.offer.email} />
      <TextField form={form} name="name" label={t("Your name")} autoComplete="name" autoFocus />
      <PasswordField
        form={form}
        name="password"
        label={t("Choose a password")}
        hint={t("At least 8 characters")}
        autoComplete="new-password"
      />
      <SubmitButton always className="mt-1 h-9.5">
        {t("Join")}
      </SubmitButton>
    </Form>
  );
}

const passwordOnly = z.object({ password: acceptInvitationInput.shape.password.unwrap() });

function JoinWithPassword(props: Props) {
  const form = useSchemaForm(passwordOnly, { defaultValues: { password: "" } });
  return (
    <Form form={form} className="grid gap-4" onSubmit={(values) => join(props, values)}>
      <FormError />
      <Email email={props.offer.email} />
      <PasswordField
        form={form}
        name="password"
        label={t("Password")}
        hint={t("Your existing password.")}
        autoComplete="current-password"
        autoFocus
      />
      <SubmitButton always className="mt-1 h-9.5">
        {t("Sign in and join")}
      </SubmitButton>
      <p className="text-muted text-xs">
        {rich("No password? <link>Sign in another way</link> first, then come back here.", {
          link: (text) => (
            <Link
              href={`/sign-in?from=${encodeURIComponent(`/invite/${props.token}`)}`}
              className="underline"
            >
              {text}
            </Link>
          ),
        })}
      </p>
    </Form>
  );
}

function JoinNow(props: Props) {
  const action = useAction(() => join(props, {}));
  return (
    <div className="grid gap-4">
      <Alert>{t("You are signed in as {email}.", { email: props.offer.email })}</Alert>
      <Button variant="primary" className="h-9.5" loading={action.isPending} onClick={() => action.mutate()}>
        {t("Join")}
      </Button>
    </div>
  );
}

/** Read-only: shown to the reader, and readable by password managers. */
function Email({ email }: { email: string }) {
  return (
    <Field label={t("Email")}>
      {(control) => (
        <Input
          {...control}
          type="email"
          value={email}
          readOnly
          autoComplete="username"
          className="bg-sunken text-muted"
        />
      )}
    </Field>
  );
}

function Over({ error }: { error: Error }) {
  const known = error instanceof ApiError && error.status === 404;
  return (
    <>
      <Heading title={known ? t("This invite is no longer valid") : t("Something went wrong")}>
        {error.message}
      </Heading>
      <Button asChild variant="primary" className="h-9.5">
        <Link href="/sign-in">{t("Go to sign in")}</Link>
      </Button>
    </>
  );
}
