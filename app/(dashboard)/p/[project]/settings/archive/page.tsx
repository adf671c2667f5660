"use client";

import { Archive, ArchiveRestore } from "lucide-react";
import { DeleteProject } from "@/app/(dashboard)/settings/archive/delete-project";
import { at, mutate } from "@/app/(dashboard)/shell/api";
import { useAction, useRefresh } from "@/app/(dashboard)/shell/data";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";
import { confirm } from "@/components/dialogs/confirm";
import { PageHeader } from "@/components/page-header";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { GatedButton } from "@/components/ui/gated";
import { t } from "@/lib/base/languages/texts";

export default function ArchivePage() {
  const { id, name, archived } = useProject();
  const refresh = useRefresh();
  const reason = useMissingRoleText("project.archive");
  const set = async (target: boolean) => {
    await mutate("PUT", at("/projects/:project/archive", { project: id }), { archived: target });
    await refresh("/me");
  };
  const restore = useAction(() => set(false), { done: t("The project is back in the list") });
  const archive = () =>
    confirm({
      title: t("Archive “{name}”?", { name }),
      description: t(
        "It moves to the end of the project list, under Archived. Links keep working, and clicks, installs and payments are still counted. You can bring it back at any time.",
      ),
      action: t("Archive project"),
      onConfirm: () => set(true),
    });
  return (
    <>
      <PageHeader
        title={t("Archive or delete")}
        description={t("For ended projects: archive them without losing data, or delete them with all data.")}
      />
      <Card>
        <CardHeader
          title={archived ? t("This project is archived") : t("Archive this project")}
          actions={
            archived ? (
              <GatedButton reason={reason} loading={restore.isPending} onClick={() => restore.mutate()}>
                <ArchiveRestore />
                {t("Bring back")}
              </GatedButton>
            ) : (
              <GatedButton reason={reason} onClick={archive}>
                <Archive />
                {t("Archive project")}
              </GatedButton>
            )
          }
        />
        <CardBody className="text-muted text-sm">
          {t(
            "{if_archived, select, yes {It is listed} other {It will be listed}} under Archived, after your other projects. Its links, app token and server keys keep working, and new data still counts. To stop that, pause its campaigns and revoke its keys.",
            { if_archived: archived ? "yes" : "no" },
          )}
        </CardBody>
      </Card>
      <DeleteProject />
    </>
  );
}
