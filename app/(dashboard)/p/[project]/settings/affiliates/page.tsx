"use client";

import { Handshake, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { at, child, mutate } from "@/app/(dashboard)/shell/api";
import { useGet, useRefresh } from "@/app/(dashboard)/shell/data";
import { AddAffiliate } from "@/app/(dashboard)/shell/facts/add-affiliate";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";
import { confirm } from "@/components/dialogs/confirm";
import { EmptyState } from "@/components/empty-state";
import { numberText } from "@/components/format";
import { IntentLink } from "@/components/intent-link";
import { PageHeader } from "@/components/page-header";
import { quoted } from "@/components/quoted";
import { DataTable } from "@/components/table/data-table";
import { actionsColumn, type Column } from "@/components/table/table-state";
import { GatedButton } from "@/components/ui/gated";
import { When } from "@/components/ui/when";
import type { Affiliate } from "@/lib/campaigns/affiliates/schema";

export default function Affiliates() {
  const { id: project } = useProject();
  const path = at("/projects/:project/affiliates", { project });
  const { data, error, refetch } = useGet(path);
  const refresh = useRefresh();
  const reason = useMissingRoleText("affiliates.write");
  const [adding, setAdding] = useState(false);
  const remove = ({ id, name }: Affiliate) =>
    confirm({
      title: `Remove “${name}”?`,
      description: "New campaigns can't use it.",
      action: "Remove affiliate",
      destructive: true,
      onConfirm: async () => {
        await mutate("DELETE", child(path, "/:id", { id }));
        await refresh(path);
        toast.success(`${quoted(name)} was removed`);
      },
    });

  const add = (
    <GatedButton reason={reason} variant="primary" onClick={() => setAdding(true)}>
      <Plus />
      Add affiliate
    </GatedButton>
  );

  return (
    <>
      <PageHeader
        title="Affiliates"
        description="Partners who bring you users. Assign one to a campaign to filter lists and reports by it."
        actions={data?.affiliates.length === 0 ? null : add}
      />
      <DataTable
        label="Affiliates"
        columns={columns(project, reason ? null : remove)}
        rows={data?.affiliates}
        rowId={(affiliate) => String(affiliate.id)}
        error={error}
        onRetry={() => void refetch()}
        empty={
          <EmptyState icon={Handshake} title="No affiliates yet" actions={add}>
            A newsletter, an influencer, an agency: any partner you want to track by name.
          </EmptyState>
        }
      />
      <AddAffiliate open={adding} onOpenChange={setAdding} />
    </>
  );
}

function columns(project: number, onRemove: ((affiliate: Affiliate) => void) | null): Column<Affiliate>[] {
  return [
    {
      id: "name",
      header: "Name",
      cell: (affiliate) => <span className="block max-w-64 truncate font-medium">{affiliate.name}</span>,
    },
    {
      id: "channel",
      header: "Channel",
      hint: "Its value for the channel filter in the server API.",
      cell: (affiliate) => <code className="font-mono text-muted text-xs">{affiliate.channel}</code>,
    },
    {
      id: "campaigns",
      header: "Campaigns",
      align: "end",
      cell: (affiliate) => numberText(affiliate.campaigns),
    },
    {
      id: "evidence",
      header: "Fraud",
      wide: true,
      cell: ({ id }) => (
        <IntentLink
          href={`/p/${project}/attribution?section=sources&affiliate=${id}`}
          className="rounded-sm underline underline-offset-2"
        >
          Evidence
        </IntentLink>
      ),
    },
    {
      id: "created",
      header: "Added",
      cell: (affiliate) => <When at={affiliate.created_at} className="text-muted" />,
    },
    actionsColumn((affiliate) =>
      onRemove ? (
        <GatedButton
          reason={affiliate.campaigns > 0 ? "In use by a campaign" : undefined}
          variant="ghost"
          size="icon-sm"
          aria-label={`Remove ${affiliate.name}`}
          onClick={() => onRemove(affiliate)}
        >
          <Trash2 />
        </GatedButton>
      ) : null,
    ),
  ];
}
