"use client";

import { useRouter } from "next/navigation";
import { toast } from "sonner";
import { RuleForm } from "@/app/(dashboard)/alerts/rule-form";
import { at, mutate } from "@/app/(dashboard)/shell/api";
import { useRefresh } from "@/app/(dashboard)/shell/data";
import { useProject } from "@/app/(dashboard)/shell/session";
import { PageHeader } from "@/components/page-header";
import { quoted } from "@/components/quoted";
import { t } from "@/lib/base/languages/texts";

export default function NewAlertRule() {
  const { id: project } = useProject();
  const router = useRouter();
  const refresh = useRefresh();
  const path = at("/projects/:project/alerts", { project });
  return (
    <div className="mx-auto grid max-w-4xl grid-cols-1 gap-6">
      <PageHeader
        title={t("New alert rule")}
        description={t("Choose what to watch. Before you save, see when it would have fired.")}
      />
      <RuleForm
        rule={null}
        submit={t("Add alert rule")}
        onSave={async (input) => {
          const { rule } = await mutate("POST", path, input);
          await refresh(path);
          toast.success(t("{name} was added", { name: quoted(rule.name) }));
          router.push(`/p/${project}/alerts/${rule.id}`);
        }}
      />
    </div>
  );
}
