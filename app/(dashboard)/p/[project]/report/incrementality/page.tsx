"use client";

import { Pencil, Scale, Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { describeTest, stateLabels } from "@/app/(dashboard)/report/incrementality/labels";
import { TestFormDialog } from "@/app/(dashboard)/report/incrementality/test-form";
import { at, child } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { ResourcePage } from "@/app/(dashboard)/shell/list/resource-page";
import { useRemoval } from "@/app/(dashboard)/shell/list/use-removal";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";
import { IntentLink } from "@/components/intent-link";
import { quoted } from "@/components/quoted";
import { rich } from "@/components/rich";
import { actionsColumn, type Column } from "@/components/table/table-state";
import { Badge } from "@/components/ui/badge";
import { RowMenu } from "@/components/ui/row-menu";
import { When } from "@/components/ui/when";
import { t } from "@/lib/base/languages/texts";
import { type ShownTest, testKinds } from "@/lib/reporting/incrementality/schema";

export default function IncrementalityTests() {
  const { id: project } = useProject();
  const router = useRouter();
  const path = at("/projects/:project/incrementality", { project });
  const request = useGet(path);
  const remove = useRemoval(path);
  const reason = useMissingRoleText("incrementality.write");
  const [edited, setEdited] = useState<ShownTest | null>(null);
  const onRemove = ({ id, title }: ShownTest) =>
    remove(child(path, "/:id", { id }), {
      title: t("Remove “{title}”?", { title }),
      description: t(
        "Its figures come from the report, so only the days and countries of the test are lost.",
      ),
      action: t("Remove test"),
      done: t("{title} was removed", { title: quoted(title) }),
    });
  return (
    <div className="mx-auto grid max-w-7xl grid-cols-1 gap-6">
      <ResourcePage
        title={t("Incrementality")}
        description={t(
          "Does a network bring users, or only claim them? Pause it in some countries, and compare them with the others.",
        )}
        icon={Scale}
        request={request}
        columns={columns(project, reason ? null : { onRemove, onEdit: setEdited })}
        rows={request.data?.tests}
        rowId={({ id }) => String(id)}
        add={{
          label: t("Plan a test"),
          reason: undefined,
          onClick: () => router.push(`/p/${project}/report/incrementality/plan`),
        }}
        empty={{
          title: t("No tests yet"),
          text: t(
            "A plan shows which countries to pause, how large an effect a test can find, and what it costs.",
          ),
        }}
      >
        {edited ? (
          <TestFormDialog path={path} shown={edited} start={{}} onClose={() => setEdited(null)} />
        ) : null}
      </ResourcePage>
    </div>
  );
}

type Actions = { onRemove: (test: ShownTest) => void; onEdit: (test: ShownTest) => void };

const columns = (project: number, actions: Actions | null): Column<ShownTest>[] => [
  {
    id: "title",
    header: t("Test"),
    cell: (test) => (
      <span className="grid max-w-120 min-w-0 leading-snug max-sm:max-w-44 max-sm:whitespace-normal max-sm:wrap-anywhere">
        <IntentLink
          href={`/p/${project}/report/incrementality/${test.id}`}
          className="truncate rounded-sm font-medium underline-offset-4 hover:underline max-sm:whitespace-normal"
        >
          {test.title}
        </IntentLink>
        <span className="truncate text-muted text-xs max-sm:whitespace-normal">{describeTest(test)}</span>
      </span>
    ),
  },
  {
    id: "state",
    header: t("State"),
    cell: ({ state }) => (
      <Badge tone={stateLabels[state].tone} dot={state === "running"}>
        {stateLabels[state].label}
      </Badge>
    ),
  },
  { id: "kind", header: t("Kind"), wide: true, cell: ({ kind }) => testKinds[kind] },
  {
    id: "created",
    header: t("Added"),
    wide: true,
    cell: ({ created_at, created_by }) => (
      <span className="text-muted">
        {rich("{when} by {created_by}", { when: <When at={created_at} />, created_by })}
      </span>
    ),
  },
  actionsColumn((test) =>
    actions ? (
      <RowMenu
        of={test.title}
        groups={[
          [{ icon: Pencil, label: t("Change"), onSelect: () => actions.onEdit(test) }],
          [{ icon: Trash2, label: t("Remove"), destructive: true, onSelect: () => actions.onRemove(test) }],
        ]}
      />
    ) : null,
  ),
];
