"use client";

import { Handshake, Trash2 } from "lucide-react";
import { useState } from "react";
import { at, child } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { AddAffiliate } from "@/app/(dashboard)/shell/facts/add-affiliate";
import { ResourcePage } from "@/app/(dashboard)/shell/list/resource-page";
import { useRemoval } from "@/app/(dashboard)/shell/list/use-removal";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";
import { numberText } from "@/components/format";
import { IntentLink } from "@/components/intent-link";
import { quoted } from "@/components/quoted";
import { actionsColumn, type Column } from "@/components/table/table-state";
import { GatedButton } from "@/components/ui/gated";
import { When } from "@/components/ui/when";
import { t } from "@/lib/base/languages/texts";
import type { Affiliate } from "@/lib/campaigns/affiliates/schema";

export default function Affiliates() {
  const { id: project } = useProject();
  const path = at("/projects/:project/affiliates", { project });
  const request = useGet(path);
  const remove = useRemoval(path);
  const reason = useMissingRoleText("affiliates.write");
  const [adding, setAdding] = useState(false);
  const onRemove = ({ id, name }: Affiliate) =>
    remove(child(path, "/:id", { id }), {
      title: t("Remove “{name}”?", { name }),
      description: t("New campaigns can't use it."),
      action: t("Remove affiliate"),
      done: t("{name} was removed", { name: quoted(name) }),
    });
  return (
    <ResourcePage
      title={t("Affiliates")}
      description={t(
        "Partners who bring you users. Assign one to a campaign to filter lists and reports by it.",
      )}
      icon={Handshake}
      request={request}
      columns={columns(project, reason ? null : onRemove)}
      rows={request.data?.affiliates}
      rowId={({ id }) => String(id)}
      add={{ label: t("Add affiliate"), reason, onClick: () => setAdding(true) }}
      empty={{
        title: t("No affiliates yet"),
        text: "A newsletter, an influencer, an agency: any partner you want to track by name.",
      }}
    >
      <AddAffiliate open={adding} onOpenChange={setAdding} />
    </ResourcePage>
  );
}

function columns(project: number, onRemove: ((affiliate: Affiliate) => void) | null): Column<Affiliate>[] {
  return [
    {
      id: "name",
      header: t("Name"),
      cell: (affiliate) => <span className="block max-w-64 truncate font-medium">{affiliate.name}</span>,
    },
    {
      id: "channel",
      header: t("Channel"),
      hint: t("Its value for the channel filter in the server API."),
      cell: (affiliate) => <code className="font-mono text-muted text-xs">{affiliate.channel}</code>,
    },
    {
      id: "campaigns",
      header: t("Campaigns"),
      align: "end",
      cell: (affiliate) => numberText(affiliate.campaigns),
    },
    {
      id: "evidence",
      header: t("Fraud"),
      wide: true,
      cell: ({ id }) => (
        <IntentLink
          href={`/p/${project}/attribution?section=sources&affiliate=${id}`}
          className="rounded-sm underline underline-offset-2"
        >
          {t("Evidence")}
        </IntentLink>
      ),
    },
    {
      id: "created",
      header: t("Added"),
      cell: (affiliate) => <When at={affiliate.created_at} className="text-muted" />,
    },
    actionsColumn((affiliate) =>
      onRemove ? (
        <GatedButton
          reason={affiliate.campaigns > 0 ? t("In use by a campaign") : undefined}
          variant="ghost"
          size="icon-sm"
          aria-label={t("Remove {name}", { name: affiliate.name })}
          onClick={() => onRemove(affiliate)}
        >
          <Trash2 />
        </GatedButton>
      ) : null,
    ),
  ];
}
