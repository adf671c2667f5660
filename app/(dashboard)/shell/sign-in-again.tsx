"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getProviders } from "next-auth/react";
import { useCallback, useEffect, useState } from "react";
import { z } from "zod";
import { signInWith } from "@/app/sign-in";
import { Dialog, DialogBody, DialogContent, DialogFooter } from "@/components/dialogs/dialog";
import { PasswordField } from "@/components/fields/fields";
import { Form, FormError, SubmitButton, useSchemaForm } from "@/components/fields/form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import type { Me } from "@/lib/accounts/schema";
import { t } from "@/lib/base/languages/texts";
import { ApiError, at, get } from "./api";
import { signedOut } from "./request-state";

/**
 * Whether the browser has a session again, from the form or from another tab. If it is another member's, the stored
 * answer makes the session replace the page.
 */
function useReturn() {
  const client = useQueryClient();
  return useCallback(async () => {
    const me = await get(at("/me"));
    client.setQueryData([at("/me")], me);
    signedOut.set(false);
    void client.invalidateQueries();
  }, [client]);
}

/** Loaded when a session has ended, because few pages need it. */
export function SignInAgain({ member }: { member: Me["member"] }) {
  const comeBack = useReturn();
  const [problem, setProblem] = useState<string | null>(null);
  const { data: providers } = useQuery({
    queryKey: ["providers"],
    queryFn: getProviders,
    staleTime: Number.POSITIVE_INFINITY,
    enabled: member.has_password,
  });
  const isElsewhere =
    !member.has_password || Object.values(providers ?? {}).some(({ type }) => type === "oauth");

  useEffect(() => {
    let stopped = false;
    const check = () =>
      comeBack().catch((error: unknown) => {
        const still = error instanceof ApiError && error.status === 401;
        if (!stopped) setProblem(still || !(error instanceof Error) ? null : error.message);
      });
    const onSight = () => {
      if (!document.hidden) void check();
    };
    window.addEventListener("focus", onSight);
    document.addEventListener("visibilitychange", onSight);
    return () => {
      stopped = true;
      window.removeEventListener("focus", onSight);
      document.removeEventListener("visibilitychange", onSight);
    };
  }, [comeBack]);

  return (
    <Dialog open onOpenChange={(next) => !next && signedOut.set(false)}>
      <DialogContent
        title={t("You are signed out")}
        description={t("Sign in to continue. The page and what you typed stay as they are.")}
      >
        {member.has_password ? (
          <PasswordForm member={member} comeBack={comeBack} isElsewhere={isElsewhere} problem={problem} />
        ) : (
          <>
            <DialogBody className="text-sm">
              <p>
                {t("Sign in as {email} in a new tab, then come back to this one.", { email: member.email })}
              </p>
              {problem ? <Alert tone="danger">{problem}</Alert> : null}
            </DialogBody>
            <DialogFooter>
              <SomeoneElse />
              <SignInLink primary />
            </DialogFooter>
          </>
        )}
      </DialogContent>
    </Dialog>
  );
}

const credentials = z.object({ password: z.string().min(1, t("Password is required.")) });

type PasswordFormProps = {
  member: Me["member"];
  comeBack: () => Promise<void>;
  isElsewhere: boolean;
  problem: string | null;
};

function PasswordForm({ member: { email }, comeBack, isElsewhere, problem }: PasswordFormProps) {
  const form = useSchemaForm(credentials, { defaultValues: { password: "" } });
  return (
    <Form
      form={form}
      fleeting
      onSubmit={async ({ password }) => {
        await signInWith({ email, password });
        await comeBack();
      }}
    >
      <DialogBody>
        <FormError />
        {problem ? <Alert tone="danger">{problem}</Alert> : null}
        {/* For password managers, which need the name of the account. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          form={form}
          name="password"
          label={t("Password of {email}", { email })}
          autoComplete="current-password"
          autoFocus
        />
      </DialogBody>
      <DialogFooter>
        <SomeoneElse />
        {isElsewhere ? <SignInLink /> : null}
        <SubmitButton always>{t("Sign in")}</SubmitButton>
      </DialogFooter>
    </Form>
  );
}

const SomeoneElse = () => (
  <Button variant="ghost" className="sm:me-auto" onClick={() => location.assign("/sign-in")}>
    {t("Use another account")}
  </Button>
);

const SignInLink = ({ primary }: { primary?: boolean }) => (
  <Button asChild {...(primary ? { variant: "primary" as const } : {})}>
    <a href="/sign-in" target="_blank" rel="noreferrer">
      {t("Sign in in a new tab")}
    </a>
  </Button>
);
