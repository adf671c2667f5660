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
import { rich } from "@/components/rich";
import { actionsColumn, type Column } from "@/components/table/table-state";
import { RowMenu } from "@/components/ui/row-menu";
import type { NetworkAndOwnWindows } from "@/lib/attribution/network-windows/schema";
import { t } from "@/lib/base/languages/texts";

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
      title: t("Remove {name}?", { name: quoted(name) }),
      description: t("New campaigns can't use it. Stored clicks and installs keep it."),
      action: t("Remove network"),
      done: t("{name} was removed", { name: quoted(name) }),
    });
  return (
    <ResourcePage
      title={t("Ad networks")}
      description={t(
        "Networks that Cairn doesn't know yet. They work like built-in ones in campaigns, reports, spend and rules.",
      )}
      icon={Megaphone}
      request={request}
      columns={columns(id, reason ? null : { onEdit: setChosen, onRemove })}
      rows={networks?.filter((network) => network.is_custom)}
      rowId={({ code }) => code}
      add={{ label: t("Add network"), reason, onClick: () => setChosen("new") }}
      empty={{
        title: t("No networks of your own"),
        text: t("Add a network that isn't built in, with its click ID and macros."),
      }}
    >
      {builtIn ? (
        <>
          <p className="text-muted text-sm">
            {rich(
              "Built in: {builtIn}. To send a network its installs and events, add a <link>destination</link>. Publishers of each network, and the evidence for refund claims, are under <link2>Rules</link2>.",
              {
                builtIn: builtIn.join(", "),
                link: (text) => (
                  <Link href={`/p/${id}/destinations/new`} className="underline">
                    {text}
                  </Link>
                ),
                link2: (text) => (
                  <Link href={`/p/${id}/attribution?section=sources`} className="underline">
                    {text}
                  </Link>
                ),
              },
            )}
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
      header: t("Name"),
      cell: ({ name }) => <span className="block max-w-64 truncate font-medium">{name}</span>,
    },
    {
      id: "code",
      header: t("Code"),
      hint: t("Its value in the server API."),
      cell: ({ code }) => <code className="font-mono text-muted text-xs">{code}</code>,
    },
    { id: "click", header: t("Click ID"), cell: (network) => parameter(network.click_parameter) },
    { id: "publisher", header: t("Publisher"), cell: (network) => parameter(network.publisher_parameter) },
    {
      id: "windows",
      header: t("Windows"),
      hint: t("After a click and after a view."),
      wide: true,
      cell: ({ click_window_days: days, view_window_hours: hours }) => (
        <span className="num whitespace-nowrap">
          {numberText(days)} {days === 1 ? "day" : "days"} ·{" "}
          {hours === 0 ? t("no views") : t("{hours, plural, one {# hour} other {# hours}}", { hours })}
        </span>
      ),
    },
    {
      id: "campaigns",
      header: t("Campaigns"),
      align: "end",
      cell: ({ campaigns }) => numberText(campaigns),
    },
    {
      id: "evidence",
      header: t("Fraud"),
      wide: true,
      cell: ({ code }) => (
        <Link
          href={`/p/${project}/attribution?section=sources&network=${code}`}
          className="rounded-sm underline underline-offset-2"
        >
          {t("Evidence")}
        </Link>
      ),
    },
    actionsColumn((network) =>
      actions ? (
        <RowMenu
          of={network.name}
          groups={[
            [
              { label: t("Edit"), icon: Pencil, onSelect: () => actions.onEdit(network) },
              {
                label: network.campaigns > 0 ? t("In use by campaigns") : t("Remove"),
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
