"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { toast } from "sonner";
import { at, mutate } from "@/app/(dashboard)/shell/api";
import { useRefresh } from "@/app/(dashboard)/shell/data";
import { PageSkeleton } from "@/app/(dashboard)/shell/page-skeleton";
import { ProjectFields } from "@/app/(dashboard)/shell/project-fields";
import { missingRoleText } from "@/app/(dashboard)/shell/roles";
import { useAddSample } from "@/app/(dashboard)/shell/sample/use-sample";
import { useSession } from "@/app/(dashboard)/shell/session";
import { EmptyState } from "@/components/empty-state";
import { Form, FormError, SubmitButton, useSchemaForm } from "@/components/fields/form";
import { LabelledSelect } from "@/components/fields/select";
import { browserTimeZone } from "@/components/fields/time-zone-select";
import { PageHeader } from "@/components/page-header";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardFooter, CardHeader } from "@/components/ui/card";
import { may } from "@/lib/accounts/access/roles";
import type { AccountSummary } from "@/lib/accounts/schema";
import { t } from "@/lib/base/languages/texts";
import { projectInput } from "@/lib/projects/schema";

export default function NewProject() {
  const { me, account } = useSession();
  if (!me) return <PageSkeleton />;
  const open = me.accounts.filter((each) => may(each.role, "projects.create"));
  const first = open.find((each) => each.id === account?.id) ?? open[0];
  if (!first) {
    return (
      <EmptyState title={t("No projects yet")}>
        {t("{role}: ask an admin of {name} to create one.", {
          role: missingRoleText(account?.role, "projects.create"),
          name: account?.name ?? t("the account"),
        })}
      </EmptyState>
    );
  }
  return <NewProjectForm accounts={open} first={first} isFirst={me.project_count === 0} />;
}

function NewProjectForm({
  accounts,
  first,
  isFirst,
}: {
  accounts: AccountSummary[];
  first: AccountSummary;
  isFirst: boolean;
}) {
  const router = useRouter();
  const refresh = useRefresh();
  const [account, setAccount] = useState(first.id);
  const form = useSchemaForm(projectInput, {
    defaultValues: {
      name: "",
      platforms: ["IOS", "ANDROID"],
      time_zone: browserTimeZone(),
      currency: "USD",
      week_starts_on: "monday",
      website: "",
    },
  });
  return (
    <div className="mx-auto grid grid-cols-1 max-w-2xl gap-6">
      <PageHeader
        title={isFirst ? t("Create your first project") : t("New project")}
        description={t("One project per app, across all platforms: its links, installs and reports.")}
      />
      <Card>
        <Form
          form={form}
          onSubmit={async (values) => {
            const { project } = await mutate("POST", at("/accounts/:account/projects", { account }), values);
            await refresh("/me");
            toast.success(t("{name} is ready", { name: project.name }));
            router.push(`/p/${project.id}`);
          }}
        >
          <CardBody className="grid gap-5 pt-5">
            <FormError />
            {accounts.length > 1 ? (
              <LabelledSelect
                label={t("Account")}
                value={String(account)}
                options={accounts.map((each) => ({ value: String(each.id), label: each.name }))}
                onValueChange={(value) => setAccount(Number(value))}
              />
            ) : null}
            <ProjectFields form={form} />
          </CardBody>
          <CardFooter>
            <span>
              {t("You can change the time zone and currency later; all figures are then recalculated.")}
            </span>
            <SubmitButton always>{t("Create project")}</SubmitButton>
          </CardFooter>
        </Form>
      </Card>
      <SampleOffer />
    </div>
  );
}

function SampleOffer() {
  const { account, add } = useAddSample();
  if (!account) return null;
  return (
    <Card>
      <CardHeader
        title={t("Look around first")}
        description={t(
          "A sample project has 30 days of an invented app. It sends nothing, and you can remove it at any time.",
        )}
        actions={
          <Button loading={add.isPending} onClick={() => add.mutate(account.id)}>
            {t("Add a sample project")}
          </Button>
        }
      />
    </Card>
  );
}
