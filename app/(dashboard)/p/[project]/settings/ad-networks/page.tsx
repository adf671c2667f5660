"use client";

import { Megaphone, Pencil, Plus, Trash2 } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { toast } from "sonner";
import { ServerClicksCard } from "@/app/(dashboard)/settings/server-clicks";
import { at, child, mutate } from "@/app/(dashboard)/shell/api";
import { useGet, useRefresh } from "@/app/(dashboard)/shell/data";
import { NetworkDialog } from "@/app/(dashboard)/shell/facts/network-dialog";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";
import { confirm } from "@/components/dialogs/confirm";
import { EmptyState } from "@/components/empty-state";
import { numberText } from "@/components/format";
import { PageHeader } from "@/components/page-header";
import { quoted } from "@/components/quoted";
import { DataTable } from "@/components/table/data-table";
import { actionsColumn, type Column } from "@/components/table/table-state";
import { GatedButton } from "@/components/ui/gated";
import { RowMenu } from "@/components/ui/row-menu";
import type { ShownNetwork } from "@/lib/campaigns/custom-networks/schema";

/** A project's own networks. Built-in ones need no settings. */
export default function AdNetworks() {
  const { id } = useProject();
  const path = at("/projects/:project/ad-networks", { project: id });
  const { data, error, refetch } = useGet(path);
  const refresh = useRefresh();
  const reason = useMissingRoleText("networks.write");
  const [chosen, setChosen] = useState<ShownNetwork | "new" | null>(null);
  const rows = data?.networks.filter((network) => network.is_custom);
  const builtIn = data?.networks.filter((network) => !network.is_custom).map(({ name }) => name);
  const remove = ({ code, name }: ShownNetwork) =>
    confirm({
      title: `Remove ${quoted(name)}?`,
      description: "New campaigns can't use it. Stored clicks and installs keep it.",
      action: "Remove network",
      destructive: true,
      onConfirm: async () => {
        await mutate("DELETE", child(path, "/:code", { code }));
        await refresh(path);
        toast.success(`${quoted(name)} was removed`);
      },
    });
  const add = (
    <GatedButton reason={reason} variant="primary" onClick={() => setChosen("new")}>
      <Plus />
      Add network
    </GatedButton>
  );
  return (
    <>
      <PageHeader
        title="Ad networks"
        description="Networks that Cairn doesn't know yet. They work like built-in ones in campaigns, reports, spend and rules."
        actions={rows?.length === 0 ? null : add}
      />
      <DataTable
        label="Ad networks"
        columns={columns(id, reason ? null : { onEdit: setChosen, onRemove: remove })}
        rows={rows}
        rowId={({ code }) => code}
        error={error}
        onRetry={() => void refetch()}
        empty={
          <EmptyState icon={Megaphone} title="No networks of your own" actions={add}>
            Add a network that isn't built in, with its click ID and macros.
          </EmptyState>
        }
      />
      {builtIn ? (
        <p className="text-muted text-sm">
          Built in: {builtIn.join(", ")}. To send a network its installs and events, add a{" "}
          <Link href={`/p/${id}/destinations/new`} className="underline">
            destination
          </Link>
          . Publishers of each network, and the evidence for refund claims, are under{" "}
          <Link href={`/p/${id}/attribution?section=sources`} className="underline">
            Rules
          </Link>
          .
        </p>
      ) : null}
      <ServerClicksCard />
      <NetworkDialog network={chosen} onClose={() => setChosen(null)} />
    </>
  );
}

type RowActions = { onEdit: (network: ShownNetwork) => void; onRemove: (network: ShownNetwork) => void };

function columns(project: number, actions: RowActions | null): Column<ShownNetwork>[] {
  const parameter = (text: string | null) =>
    text ? (
      <code className="font-mono text-muted text-xs">{text}</code>
    ) : (
      <span className="text-muted">–</span>
    );
  return [
    {
      id: "name",
      header: "Name",
      cell: ({ name }) => <span className="block max-w-64 truncate font-medium">{name}</span>,
    },
    {
      id: "code",
      header: "Code",
      hint: "Its value in the server API.",
      cell: ({ code }) => <code className="font-mono text-muted text-xs">{code}</code>,
    },
    { id: "click", header: "Click ID", cell: (network) => parameter(network.click_parameter) },
    { id: "publisher", header: "Publisher", cell: (network) => parameter(network.publisher_parameter) },
    {
      id: "campaigns",
      header: "Campaigns",
      align: "end",
      cell: ({ campaigns }) => numberText(campaigns),
    },
    {
      id: "evidence",
      header: "Fraud",
      wide: true,
      cell: ({ code }) => (
        <Link
          href={`/p/${project}/attribution?section=sources&network=${code}`}
          className="rounded-sm underline underline-offset-2"
        >
          Evidence
        </Link>
      ),
    },
    actionsColumn((network) =>
      actions ? (
        <RowMenu
          of={network.name}
          groups={[
            [
              { label: "Edit", icon: Pencil, onSelect: () => actions.onEdit(network) },
              {
                label: network.campaigns > 0 ? "In use by campaigns" : "Remove",
                icon: Trash2,
                onSelect: () => actions.onRemove(network),
                destructive: true,
                disabled: network.campaigns > 0,
              },
            ],
          ]}
        />
      ) : null,
    ),
  ];
}
