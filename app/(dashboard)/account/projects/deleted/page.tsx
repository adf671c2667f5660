"use client";

import { ArchiveRestore, ShieldCheck, Trash2 } from "lucide-react";
import { AccountSelect, useAccount } from "@/app/(dashboard)/accounts/use-account";
import { at, child, mutate } from "@/app/(dashboard)/shell/api";
import { useAction, useGet, useRefresh } from "@/app/(dashboard)/shell/data";
import { missingRoleText } from "@/app/(dashboard)/shell/roles";
import { EmptyState } from "@/components/empty-state";
import { dayText, numberText } from "@/components/format";
import { PageHeader } from "@/components/page-header";
import { DataTable } from "@/components/table/data-table";
import { actionsColumn, type Column } from "@/components/table/table-state";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Progress } from "@/components/ui/progress";
import { When } from "@/components/ui/when";
import { may } from "@/lib/accounts/access/roles";
import { type DeletedProject, graceDays } from "@/lib/projects/deletion/schema";

export default function DeletedProjects() {
  const account = useAccount();
  const reason = account && missingRoleText(account.role, "projects.restore");
  const mayRead = account !== undefined && may(account.role, "projects.restore");
  return (
    <div className="mx-auto grid grid-cols-1 max-w-5xl gap-6">
      <PageHeader
        title="Deleted projects"
        description={`A deleted project can be restored for ${graceDays} days. Then its data is removed permanently.`}
        actions={<AccountSelect />}
      />
      {reason ? (
        <Card>
          <EmptyState icon={ShieldCheck} title="For owners">
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
    { done: (_, { name }) => `${name} is restored, with all its data` },
  );

  const columns: Column<DeletedProject>[] = [
    {
      id: "name",
      header: "Project",
      cell: ({ name }) => <span className="font-medium">{name}</span>,
    },
    {
      id: "deleted",
      header: "Deleted",
      wide: true,
      cell: ({ deleted_at, deleted_by }) => (
        <span className="text-muted">
          <When at={deleted_at} /> by {deleted_by}
        </span>
      ),
    },
    {
      id: "state",
      header: "Data",
      cell: ({ name, remove_after, removal }) =>
        removal ? (
          <div className="grid w-44 gap-1.5">
            <Progress value={removal.done} label={`Removal of ${name}`} />
            <span className="text-muted text-xs">
              {numberText(removal.rows)} {removal.rows === 1 ? "row" : "rows"} removed
            </span>
          </div>
        ) : (
          <span className="text-muted">Kept until {dayText(new Date(remove_after))}</span>
        ),
    },
    actionsColumn((project) =>
      project.removal ? null : (
        <Button
          size="sm"
          aria-label={`Restore ${project.name}`}
          loading={restore.isPending && restore.variables.id === project.id}
          onClick={() => restore.mutate(project)}
        >
          <ArchiveRestore />
          Restore
        </Button>
      ),
    ),
  ];

  return (
    <DataTable
      label="Deleted projects"
      columns={columns}
      rows={data?.projects}
      rowId={(project) => String(project.id)}
      error={error}
      onRetry={() => void refetch()}
      empty={
        <EmptyState icon={Trash2} title="No deleted projects">
          Projects are deleted in their settings, under Archive or delete.
        </EmptyState>
      }
    />
  );
}
