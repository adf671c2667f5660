"use client";

import { toast } from "sonner";
import { FormatsCard } from "@/app/(dashboard)/accounts/formats-card";
import { at, child, mutate } from "@/app/(dashboard)/shell/api";
import { useGet, useRefresh } from "@/app/(dashboard)/shell/data";
import { useSession } from "@/app/(dashboard)/shell/session";
import { toSignIn } from "@/app/(dashboard)/shell/signed-out";
import { confirm } from "@/components/dialogs/confirm";
import { PasswordField, TextField } from "@/components/fields/fields";
import { Form, FormError, SubmitButton, useSchemaForm } from "@/components/fields/form";
import { PageHeader } from "@/components/page-header";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardFooter, CardHeader } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { ThemeToggle } from "@/components/ui/theme-toggle";
import { When } from "@/components/ui/when";
import { type Me, type MemberSession, passwordInput, profileInput } from "@/lib/accounts/schema";

export default function Profile() {
  const { me } = useSession();
  return (
    <div className="mx-auto grid grid-cols-1 max-w-2xl gap-6">
      <PageHeader title="Profile" description={me?.member.email ?? "\u00a0"} />
      <NameCard me={me} />
      <FormatsCard me={me} />
      <PasswordCard />
      <Card>
        <CardHeader title="Theme" description="Applies to this browser only." actions={<ThemeToggle />} />
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
          await mutate("PATCH", at("/me"), values);
          form.reset(values);
          await refresh("/me", "/accounts");
          toast.success("Name saved");
        }}
      >
        <CardHeader title="Name" description="Shown to other members." />
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
          await mutate("POST", at("/me/password"), values);
          form.reset(empty);
          await refresh("/me/sessions");
          toast.success("Password changed", { description: "All your other sessions were signed out." });
        }}
      >
        <CardHeader title="Password" description="Changing it signs you out on all other devices." />
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
            hint="At least 8 characters"
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

const path = at("/me/sessions");

function SessionsCard() {
  const { data, error } = useGet(path);
  const refresh = useRefresh();
  const others = data?.sessions.filter(({ own }) => !own).length ?? 0;
  const end = (ending: Ending) =>
    confirm({
      ...endingText(ending, others),
      destructive: true,
      onConfirm: async () => {
        if (ending === "all") await mutate("POST", at("/me/sign-out-everywhere"));
        else
          await mutate(
            "DELETE",
            ending === "others" ? path : child(path, "/:session", { session: ending.id }),
          );
        if (ending === "all" || (ending !== "others" && ending.own)) return toSignIn();
        await refresh(path);
        toast.success(ending === "others" ? "Signed out everywhere else" : "Session ended");
      },
    });
  return (
    <Card>
      <CardHeader
        title="Sessions"
        description="Where you're signed in. Sessions end after 30 days, or after 7 days of inactivity."
      />
      {error ? (
        <Alert tone="danger" className="mx-5 mb-5">
          {error.message}
        </Alert>
      ) : null}
      {data ? (
        <ul aria-label="Sessions" className="divide-y border-t">
          {data.sessions.map((session) => (
            <Row key={session.id} session={session} onEnd={() => end(session)} />
          ))}
        </ul>
      ) : error ? null : (
        <Skeleton className="mx-5 mb-5 h-12" />
      )}
      <CardFooter className="justify-end gap-2">
        <Button variant="ghost" onClick={() => end("all")}>
          Sign out everywhere
        </Button>
        <Button disabled={others === 0} onClick={() => end("others")}>
          Sign out everywhere else
        </Button>
      </CardFooter>
    </Card>
  );
}

function Row({ session, onEnd }: { session: MemberSession; onEnd: () => void }) {
  const { browser, begun_at: begun, seen_at: seen, own } = session;
  return (
    <li className="flex items-center gap-4 px-5 py-2.5 text-sm">
      <div className="grid min-w-0 flex-1">
        <span className="flex items-center gap-2">
          <span className="truncate font-medium">{browser}</span>
          {own ? <Badge tone="accent">This session</Badge> : null}
        </span>
        <span className="text-muted">
          {own ? null : (
            <>
              Last seen <When at={seen} />
              {" · "}
            </>
          )}
          {own ? "Signed in " : "signed in "}
          <When at={begun} />
        </span>
      </div>
      <Button size="sm" aria-label={own ? "Sign out here" : `End the session of ${browser}`} onClick={onEnd}>
        {own ? "Sign out" : "End"}
      </Button>
    </li>
  );
}

type Ending = MemberSession | "others" | "all";

function endingText(ending: Ending, others: number) {
  if (ending === "all") {
    return {
      title: "Sign out everywhere?",
      description: "You'll need to sign in again here and on all other devices.",
      action: "Sign out everywhere",
    };
  }
  if (ending === "others") {
    const which =
      others === 1 ? "One other session will be signed out" : `${others} other sessions will be signed out`;
    return {
      title: "Sign out everywhere else?",
      description: `${which} immediately. You stay signed in here.`,
      action: "Sign out everywhere else",
    };
  }
  if (ending.own) {
    return {
      title: "Sign out here?",
      description: "You return to the sign-in page. Your other sessions stay signed in.",
      action: "Sign out",
    };
  }
  return {
    title: "End this session?",
    description: `${ending.browser} is signed out immediately.`,
    action: "End session",
  };
}
