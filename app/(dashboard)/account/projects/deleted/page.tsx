"use client";

import { ArchiveRestore, ShieldCheck, Trash2 } from "lucide-react";
import { AccountSelect, useAccount } from "@/app/(dashboard)/accounts/use-account";
import { at, child, mutate } from "@/app/(dashboard)/shell/api";
import { useAction, useGet, useRefresh } from "@/app/(dashboard)/shell/data";
import { missingRoleText } from "@/app/(dashboard)/shell/roles";
import { EmptyState } from "@/components/empty-state";
import { dayText } from "@/components/format";
import { PageHeader } from "@/components/page-header";
import { rich } from "@/components/rich";
import { DataTable } from "@/components/table/data-table";
import { actionsColumn, type Column } from "@/components/table/table-state";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Progress } from "@/components/ui/progress";
import { When } from "@/components/ui/when";
import { may } from "@/lib/accounts/access/roles";
import { t } from "@/lib/base/languages/texts";
import { type DeletedProject, graceDays } from "@/lib/projects/deletion/schema";

export default function DeletedProjects() {
  const account = useAccount();
  const reason = account && missingRoleText(account.role, "projects.restore");
  const mayRead = account !== undefined && may(account.role, "projects.restore");
  return (
    <div className="mx-auto grid grid-cols-1 max-w-5xl gap-6">
      <PageHeader
        title={t("Deleted projects")}
        description={t(
          "A deleted project can be restored for {graceDays} days. Then its data is removed permanently.",
          { graceDays },
        )}
        actions={<AccountSelect />}
      />
      {reason ? (
        <Card>
          <EmptyState icon={ShieldCheck} title={t("For owners")}>
            {reason}.
          </EmptyState>
        </Card>
      ) : (
        <DeletedList account={mayRead ? account.id : null} />
      )}
    </div>
  );
}

function DeletedList({ account }: { account: number | null }) {
  const path = account === null ? null : at("/accounts/:account/deleted-projects", { account });
  const { data, error, refetch } = useGet(path, { refetchInterval: 10_000 });
  const refresh = useRefresh();
  const restore = useAction(
    async ({ id }: DeletedProject) => {
      if (!path) return;
      await mutate("POST", child(path, "/:id/restore", { id }));
      await refresh(path, "/me");
    },
    { done: (_, { name }) => t("{name} is restored, with all its data", { name }) },
  );

  const columns: Column<DeletedProject>[] = [
    {
      id: "name",
      header: t("Project"),
      cell: ({ name }) => <span className="font-medium">{name}</span>,
    },
    {
      id: "deleted",
      header: t("Deleted"),
      wide: true,
      cell: ({ deleted_at, deleted_by }) => (
        <span className="text-muted">
          {rich("{when} by {deleted_by}", { when: <When at={deleted_at} />, deleted_by })}
        </span>
      ),
    },
    {
      id: "state",
      header: t("Data"),
      cell: ({ name, remove_after, removal }) =>
        removal ? (
          <div className="grid w-44 gap-1.5">
            <Progress value={removal.done} label={t("Removal of {name}", { name })} />
            <span className="text-muted text-xs">
              {t("{rows2, plural, one {# row} other {# rows}} removed", { rows2: removal.rows })}
            </span>
          </div>
        ) : (
          <span className="text-muted">
            {t("Kept until {day}", { day: dayText(new Date(remove_after)) })}
          </span>
        ),
    },
    actionsColumn((project) =>
      project.removal ? null : (
        <Button
          size="sm"
          aria-label={t("Restore {name}", { name: project.name })}
          loading={restore.isPending && restore.variables.id === project.id}
          onClick={() => restore.mutate(project)}
        >
          <ArchiveRestore />
          {t("Restore")}
        </Button>
      ),
    ),
  ];

  return (
    <DataTable
      label={t("Deleted projects")}
      columns={columns}
      rows={data?.projects}
      rowId={(project) => String(project.id)}
      error={error}
      onRetry={() => void refetch()}
      empty={
        <EmptyState icon={Trash2} title={t("No deleted projects")}>
          {t("Projects are deleted in their settings, under Archive or delete.")}
        </EmptyState>
      }
    />
  );
}
