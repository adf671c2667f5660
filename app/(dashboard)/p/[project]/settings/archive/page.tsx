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

export default function ArchivePage() {
  const { id, name, archived } = useProject();
  const refresh = useRefresh();
  const reason = useMissingRoleText("project.archive");
  const set = async (target: boolean) => {
    await mutate("PUT", at("/projects/:project/archive", { project: id }), { archived: target });
    await refresh("/me");
  };
  const restore = useAction(() => set(false), { done: "The project is back in the list" });
  const archive = () =>
    confirm({
      title: `Archive “${name}”?`,
      description:
        "It moves to the end of the project list, under Archived. Links keep working, and clicks, installs and payments are still counted. You can bring it back at any time.",
      action: "Archive project",
      onConfirm: () => set(true),
    });
  return (
    <>
      <PageHeader
        title="Archive or delete"
        description="For ended projects: archive them without losing data, or delete them with all data."
      />
      <Card>
        <CardHeader
          title={archived ? "This project is archived" : "Archive this project"}
          actions={
            archived ? (
              <GatedButton reason={reason} loading={restore.isPending} onClick={() => restore.mutate()}>
                <ArchiveRestore />
                Bring back
              </GatedButton>
            ) : (
              <GatedButton reason={reason} onClick={archive}>
                <Archive />
                Archive project
              </GatedButton>
            )
          }
        />
        <CardBody className="text-muted text-sm">
          {archived ? "It is listed" : "It will be listed"} under Archived, after your other projects. Its
          links, app token and server keys keep working, and new data still counts. To stop that, pause its
          campaigns and revoke its keys.
        </CardBody>
      </Card>
      <DeleteProject />
    </>
  );
}
