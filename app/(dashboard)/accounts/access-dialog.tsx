"use client";

import { useMemo } from "react";
import { toast } from "sonner";
import { z } from "zod";
import { at, mutate } from "@/app/(dashboard)/shell/api";
import { useRefresh } from "@/app/(dashboard)/shell/data";
import { FormDialog } from "@/components/dialogs/form-dialog";
import { useSchemaForm } from "@/components/fields/form";
import type { AccountSummary, Colleague } from "@/lib/accounts/schema";
import { t } from "@/lib/base/languages/texts";
import {
  AccessFields,
  type AccessFormValues,
  accessFields,
  accessFromForm,
  needProjects,
} from "./access-form";

const schema = z.object(accessFields).superRefine(needProjects);

type Props = { account: AccountSummary; member: Colleague; onClose: () => void };

/** The access of a member: everything, or some projects. */
export function AccessDialog({ account, member, onClose }: Props) {
  const refresh = useRefresh();
  const name = member.name || member.email;
  const defaultValues = useMemo<AccessFormValues>(
    () => ({
      scope: member.role === null ? "projects" : "account",
      role: member.role ?? "viewer",
      projects: member.projects.map(({ id, role }) => ({ project_id: id, role })),
    }),
    [member],
  );
  const form = useSchemaForm(schema, { defaultValues });
  return (
    <FormDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("Access of {name}", { name })}
      description={t("A change signs them out; they sign in again with the new access.")}
      form={form}
      submit={t("Save access")}
      onSubmit={async (values) => {
        const path = at("/accounts/:account/members/:member", { account: account.id, member: member.id });
        await mutate("PATCH", path, accessFromForm(values));
        await refresh(at("/accounts/:account/members", { account: account.id }), "/me");
        toast.success(t("The access of {name} is changed", { name }));
      }}
    >
      <AccessFields account={account} form={form} />
    </FormDialog>
  );
}
