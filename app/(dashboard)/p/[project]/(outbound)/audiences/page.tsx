"use client";

import { Pause, Pencil, Play, Trash2, Users } from "lucide-react";
import { useState } from "react";
import { AudienceFormDialog } from "@/app/(dashboard)/outbound/audiences/audience-form";
import { audienceState } from "@/app/(dashboard)/outbound/audiences/labels";
import { useAudienceActions } from "@/app/(dashboard)/outbound/audiences/use-audience-actions";
import { useGet } from "@/app/(dashboard)/shell/data";
import { ResourcePage } from "@/app/(dashboard)/shell/list/resource-page";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { nameColumn, stateColumn, timeColumns } from "@/app/(dashboard)/shell/runs/columns";
import { useProject } from "@/app/(dashboard)/shell/session";
import { numberText } from "@/components/format";
import { actionsColumn, type Column } from "@/components/table/table-state";
import { RowMenu } from "@/components/ui/row-menu";
import { t } from "@/lib/base/languages/texts";
import type { ShownAudience } from "@/lib/outbound/audiences/schema";

export default function Audiences() {
  const { id: project } = useProject();
  const actions = useAudienceActions();
  const request = useGet(actions.path, { refetchInterval: 5_000 });
  const reason = useMissingRoleText("audiences.write");
  const [form, setForm] = useState<{ shown: ShownAudience | null } | null>(null);
  const edit = (shown: ShownAudience) => setForm({ shown });
  return (
    <ResourcePage
      title={t("Audiences")}
      description={t(
        "Lists of people for ad networks and your own server: win back, exclude, or find similar people. Each run sends only who was added and who was removed.",
      )}
      icon={Users}
      request={request}
      columns={columns(project, reason ? null : { ...actions, edit })}
      rows={request.data?.audiences}
      rowId={({ id }) => String(id)}
      add={{ label: t("Add audience"), reason, onClick: () => setForm({ shown: null }) }}
      empty={{
        title: t("No audiences yet"),
        text: t(
          "Choose people by events, revenue, source, country and more. Cairn sends them to Meta, Google, TikTok or your server, if they agreed, and keeps the list up to date.",
        ),
      }}
    >
      {form ? (
        <AudienceFormDialog path={actions.path} shown={form.shown} onClose={() => setForm(null)} />
      ) : null}
    </ResourcePage>
  );
}

type Actions = ReturnType<typeof useAudienceActions> & { edit: (shown: ShownAudience) => void };

const columns = (project: number, actions: Actions | null): Column<ShownAudience>[] => [
  nameColumn({
    header: t("Audience"),
    href: ({ id }) => `/p/${project}/audiences/${id}`,
    about: (shown) => shown.kind_label,
  }),
  stateColumn(audienceState),
  {
    id: "members",
    header: t("Members"),
    align: "end",
    cell: ({ last }) => <span className="num">{last ? numberText(last.members) : "–"}</span>,
  },
  {
    id: "held",
    header: t("Held out"),
    align: "end",
    wide: true,
    cell: ({ holdout, last }) => (
      <span className="num">
        {holdout === 0 || !last ? "–" : `${numberText(last.held_out)} (${holdout}%)`}
      </span>
    ),
  },
  ...timeColumns<ShownAudience>(t("Last update")),
  actionsColumn((shown) =>
    actions && !shown.ending ? (
      <RowMenu
        of={shown.title}
        groups={[
          [
            {
              label: t("Run now"),
              icon: Play,
              onSelect: () => void actions.run(shown),
              disabled: shown.running,
            },
            {
              label: shown.on ? t("Pause") : t("Resume"),
              icon: Pause,
              onSelect: () => void actions.pause(shown),
            },
            { label: t("Change"), icon: Pencil, onSelect: () => actions.edit(shown) },
          ],
          [
            {
              label: t("Remove"),
              icon: Trash2,
              onSelect: () => void actions.remove(shown),
              destructive: true,
            },
          ],
        ]}
      />
    ) : null,
  ),
];
