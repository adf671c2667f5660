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
import { LanguageSelect } from "@/components/fields/language-select";
import { PageHeader } from "@/components/page-header";
import { rich } from "@/components/rich";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardFooter, CardHeader } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { ThemeToggle } from "@/components/ui/theme-toggle";
import { When } from "@/components/ui/when";
import { type Me, type MemberSession, passwordInput, profileInput } from "@/lib/accounts/schema";
import { t } from "@/lib/base/languages/texts";

export default function Profile() {
  const { me } = useSession();
  return (
    <div className="mx-auto grid grid-cols-1 max-w-2xl gap-6">
      <PageHeader title={t("Profile")} description={me?.member.email ?? "\u00a0"} />
      <NameCard me={me} />
      <Card>
        <CardHeader
          title={t("Language")}
          description={t("Of the dashboard, in this browser only. Emails and exported files are in English.")}
          actions={<LanguageSelect className="w-44" />}
        />
      </Card>
      <FormatsCard me={me} />
      <PasswordCard />
      <Card>
        <CardHeader
          title={t("Theme")}
          description={t("Applies to this browser only.")}
          actions={<ThemeToggle />}
        />
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
          toast.success(t("Name saved"));
        }}
      >
        <CardHeader title={t("Name")} description={t("Shown to other members.")} />
        <CardBody className="grid gap-4">
          <FormError />
          <TextField form={form} name="name" label={t("Name")} autoComplete="name" className="max-w-sm" />
        </CardBody>
        <CardFooter className="justify-end">
          <SubmitButton>{t("Save")}</SubmitButton>
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
          toast.success(t("Password changed"), {
            description: t("All your other sessions were signed out."),
          });
        }}
      >
        <CardHeader
          title={t("Password")}
          description={t("Changing it signs you out on all other devices.")}
        />
        <CardBody className="grid gap-4">
          <FormError />
          <PasswordField
            form={form}
            name="current_password"
            label={t("Current password")}
            autoComplete="current-password"
            className="max-w-sm"
          />
          <PasswordField
            form={form}
            name="new_password"
            label={t("New password")}
            hint={t("At least 8 characters")}
            autoComplete="new-password"
            className="max-w-sm"
          />
        </CardBody>
        <CardFooter className="justify-end">
          <SubmitButton>{t("Change password")}</SubmitButton>
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
        toast.success(ending === "others" ? t("Signed out everywhere else") : t("Session ended"));
      },
    });
  return (
    <Card>
      <CardHeader
        title={t("Sessions")}
        description={t("Where you're signed in. Sessions end after 30 days, or after 7 days of inactivity.")}
      />
      {error ? (
        <Alert tone="danger" className="mx-5 mb-5">
          {error.message}
        </Alert>
      ) : null}
      {data ? (
        <ul aria-label={t("Sessions")} className="divide-y border-t">
          {data.sessions.map((session) => (
            <Row key={session.id} session={session} onEnd={() => end(session)} />
          ))}
        </ul>
      ) : error ? null : (
        <Skeleton className="mx-5 mb-5 h-12" />
      )}
      <CardFooter className="justify-end gap-2">
        <Button variant="ghost" onClick={() => end("all")}>
          {t("Sign out everywhere")}
        </Button>
        <Button disabled={others === 0} onClick={() => end("others")}>
          {t("Sign out everywhere else")}
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
          {own ? <Badge tone="accent">{t("This session")}</Badge> : null}
        </span>
        <span className="text-muted">
          {own ? null : <>{rich("Last seen {when} ·", { when: <When at={seen} /> })} </>}
          {own ? t("Signed in ") : t("signed in ")}
          <When at={begun} />
        </span>
      </div>
      <Button
        size="sm"
        aria-label={own ? t("Sign out here") : t("End the session of {browser}", { browser })}
        onClick={onEnd}
      >
        {own ? t("Sign out") : t("End")}
      </Button>
    </li>
  );
}

type Ending = MemberSession | "others" | "all";

function endingText(ending: Ending, others: number) {
  if (ending === "all") {
    return {
      title: t("Sign out everywhere?"),
      description: t("You'll need to sign in again here and on all other devices."),
      action: t("Sign out everywhere"),
    };
  }
  if (ending === "others") {
    const which =
      others === 1
        ? t("One other session will be signed out")
        : t("{others} other sessions will be signed out", { others });
    return {
      title: t("Sign out everywhere else?"),
      description: t("{which} immediately. You stay signed in here.", { which }),
      action: t("Sign out everywhere else"),
    };
  }
  if (ending.own) {
    return {
      title: t("Sign out here?"),
      description: t("You return to the sign-in page. Your other sessions stay signed in."),
      action: t("Sign out"),
    };
  }
  return {
    title: t("End this session?"),
    description: t("{browser} is signed out immediately.", { browser: ending.browser }),
    action: t("End session"),
  };
}
