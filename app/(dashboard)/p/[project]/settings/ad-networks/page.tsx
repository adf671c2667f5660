"use client";

import { Megaphone, Pencil, Trash2 } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { ServerClicksCard } from "@/app/(dashboard)/settings/server-clicks";
import { at, child } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { ResourcePage } from "@/app/(dashboard)/shell/list/resource-page";
import { useRemoval } from "@/app/(dashboard)/shell/list/use-removal";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";
import { lazyDialog } from "@/components/dialogs/lazy-dialog";
import { numberText } from "@/components/format";
import { quoted } from "@/components/quoted";
import { actionsColumn, type Column } from "@/components/table/table-state";
import { RowMenu } from "@/components/ui/row-menu";
import type { NetworkAndOwnWindows } from "@/lib/attribution/network-windows/schema";

const NetworkDialog = lazyDialog(
  () => import("@/app/(dashboard)/shell/facts/network-dialog").then((module) => module.NetworkDialog),
  ({ network }) => network !== null,
);

/** A project's own networks. Built-in ones need no settings. */
export default function AdNetworks() {
  const { id } = useProject();
  const path = at("/projects/:project/ad-networks", { project: id });
  const request = useGet(path);
  const remove = useRemoval(path);
  const reason = useMissingRoleText("networks.write");
  const [chosen, setChosen] = useState<NetworkAndOwnWindows | "new" | null>(null);
  const networks = request.data?.networks;
  const builtIn = networks?.filter((network) => !network.is_custom).map(({ name }) => name);
  const onRemove = ({ code, name }: NetworkAndOwnWindows) =>
    remove(child(path, "/:code", { code }), {
      title: `Remove ${quoted(name)}?`,
      description: "New campaigns can't use it. Stored clicks and installs keep it.",
      action: "Remove network",
      done: `${quoted(name)} was removed`,
    });
  return (
    <ResourcePage
      title="Ad networks"
      description="Networks that Cairn doesn't know yet. They work like built-in ones in campaigns, reports, spend and rules."
      icon={Megaphone}
      request={request}
      columns={columns(id, reason ? null : { onEdit: setChosen, onRemove })}
      rows={networks?.filter((network) => network.is_custom)}
      rowId={({ code }) => code}
      add={{ label: "Add network", reason, onClick: () => setChosen("new") }}
      empty={{
        title: "No networks of your own",
        text: "Add a network that isn't built in, with its click ID and macros.",
      }}
    >
      {builtIn ? (
        <>
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
          <ServerClicksCard />
        </>
      ) : null}
      <NetworkDialog network={chosen} onClose={() => setChosen(null)} />
    </ResourcePage>
  );
}

type RowActions = {
  onEdit: (network: NetworkAndOwnWindows) => void;
  onRemove: (network: NetworkAndOwnWindows) => void;
};

function columns(project: number, actions: RowActions | null): Column<NetworkAndOwnWindows>[] {
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
      id: "windows",
      header: "Windows",
      hint: "After a click and after a view.",
      wide: true,
      cell: ({ click_window_days: days, view_window_hours: hours }) => (
        <span className="num whitespace-nowrap">
          {numberText(days)} {days === 1 ? "day" : "days"} ·{" "}
          {hours === 0 ? "no views" : `${numberText(hours)} ${hours === 1 ? "hour" : "hours"}`}
        </span>
      ),
    },
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
