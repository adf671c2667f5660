"use client";

import { useParams, useRouter } from "next/navigation";
import { toast } from "sonner";
import { RuleForm } from "@/app/(dashboard)/alerts/rule-form";
import { at, child, mutate } from "@/app/(dashboard)/shell/api";
import { useGet, useRefresh } from "@/app/(dashboard)/shell/data";
import { Breadcrumb } from "@/app/(dashboard)/shell/frame/crumbs";
import { NotLoaded } from "@/app/(dashboard)/shell/page-skeleton";
import { useProject } from "@/app/(dashboard)/shell/session";
import { PageHeader } from "@/components/page-header";
import { quoted } from "@/components/quoted";
import { t } from "@/lib/base/languages/texts";

export default function EditAlertRule() {
  const { rule: id } = useParams<{ rule: string }>();
  const { id: project } = useProject();
  const router = useRouter();
  const refresh = useRefresh();
  const all = at("/projects/:project/alerts", { project });
  const path = child(all, "/:id", { id });
  const { data, error, refetch } = useGet(path, { staleTime: 60_000 });
  return (
    <div className="mx-auto grid max-w-4xl grid-cols-1 gap-6">
      <Breadcrumb label={data?.rule.name} />
      <PageHeader
        title={data ? t("Edit “{name}”", { name: data.rule.name }) : t("Edit alert rule")}
        description={t("Saving new settings ends alerts of the old ones.")}
      />
      {data ? (
        <RuleForm
          rule={data.rule}
          submit={t("Save")}
          onSave={async (input) => {
            const saved = await mutate("PUT", path, input);
            await refresh(all);
            toast.success(t("{name} was saved", { name: quoted(saved.rule.name) }));
            router.push(`/p/${project}/alerts/${id}`);
          }}
        />
      ) : (
        <NotLoaded error={error} retry={refetch} className="h-120" />
      )}
    </div>
  );
}
