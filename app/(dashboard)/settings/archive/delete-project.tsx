"use client";

import { Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { toast } from "sonner";
import { at, get, mutate } from "@/app/(dashboard)/shell/api";
import { useAction, useRefresh } from "@/app/(dashboard)/shell/data";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";
import { confirm } from "@/components/dialogs/confirm";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { GatedButton } from "@/components/ui/gated";
import { t } from "@/lib/base/languages/texts";
import { graceDays, type Losses } from "@/lib/projects/deletion/schema";
import { lossText } from "./losses";

/** The confirmation shows the amount of data that would be lost. */
export function DeleteProject() {
  const { id, name } = useProject();
  const path = at("/projects/:project/deletion", { project: id });
  const refresh = useRefresh();
  const router = useRouter();
  const reason = useMissingRoleText("project.delete");
  const loadLosses = useAction(async () => {
    const losses = await get(path);
    void confirm({
      title: t("Delete “{name}”?", { name }),
      description: <WhatIsLost losses={losses} />,
      action: t("Delete project"),
      destructive: true,
      typeToConfirm: name,
      onConfirm: async () => {
        await mutate("POST", path, { confirm: name });
        router.replace("/account/projects/deleted");
        await refresh("/me", "/accounts/");
        toast.success(t("{name} is deleted. You can restore it for {graceDays} days.", { name, graceDays }));
      },
    });
  });
  return (
    <Card>
      <CardHeader
        title={t("Delete this project")}
        actions={
          <GatedButton
            reason={reason}
            variant="danger"
            loading={loadLosses.isPending}
            onClick={() => loadLosses.mutate()}
          >
            <Trash2 />
            {t("Delete…")}
          </GatedButton>
        }
      />
      <CardBody className="text-muted text-sm">
        {t(
          "Its links, app tokens and server keys stop working at once. You can restore it for {graceDays} days; then all of its data is removed permanently.",
          { graceDays },
        )}
      </CardBody>
    </Card>
  );
}

function WhatIsLost({ losses }: { losses: Losses }) {
  const { hosts } = losses;
  return (
    <>
      <p>{t("This deletes {losses}.", { losses: lossText(losses) })}</p>
      <p>
        {t(
          "Links on {hosts} stop working at once: visitors see that there is no such link. Calls from apps and servers are rejected.",
          { hosts: hosts.length > 3 ? t("{hosts} domains", { hosts: hosts.length }) : hosts.join(", ") },
        )}
      </p>
      <p>
        {t("An owner can restore everything for {graceDays} days. After that, all data is removed.", {
          graceDays,
        })}
      </p>
    </>
  );
}
