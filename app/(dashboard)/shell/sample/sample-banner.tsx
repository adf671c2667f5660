"use client";

import { FlaskConical, Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import { at, child, mutate } from "@/app/(dashboard)/shell/api";
import { useGet, useRefresh } from "@/app/(dashboard)/shell/data";
import { missingRoleText } from "@/app/(dashboard)/shell/roles";
import { confirm } from "@/components/dialogs/confirm";
import { rich } from "@/components/rich";
import { GatedButton } from "@/components/ui/gated";
import { Progress } from "@/components/ui/progress";
import type { ProjectSummary } from "@/lib/accounts/schema";
import { t } from "@/lib/base/languages/texts";

/** Above every screen of a sample project. */
export function SampleBanner({ project }: { project: ProjectSummary }) {
  const { id, name, role } = project;
  const router = useRouter();
  const refresh = useRefresh();
  const path = at("/projects/:project", { project: id });
  const sample = useGet(path).data?.sample;
  const isFilling = sample ? sample.days < sample.of : false;
  useFiguresAfter(isFilling, id);
  const remove = () =>
    confirm({
      title: t("Remove “{name}”?", { name }),
      description: t(
        "The sample project and all its data are removed. This can't be undone. Your other projects are not affected.",
      ),
      action: t("Remove sample"),
      destructive: true,
      onConfirm: async () => {
        await mutate("DELETE", child(path, "/sample"));
        await refresh("/me");
        router.replace("/");
      },
    });
  return (
    <section
      aria-label={t("Sample project")}
      className="flex flex-wrap items-center gap-x-2.5 gap-y-1 border-b bg-accent-soft px-4 py-1.5 text-sm sm:px-6 lg:px-8"
    >
      <FlaskConical className="size-4 shrink-0 text-accent" aria-hidden="true" />
      <span className="min-w-0 flex-1">
        {rich("<b>Sample project.</b> Its figures are invented. It receives no links and sends nothing.", {
          b: (text) => <strong className="font-medium">{text}</strong>,
        })}
      </span>
      {sample && isFilling ? <Filling project={id} days={sample.days} of={sample.of} /> : null}
      <GatedButton
        size="sm"
        variant="ghost"
        reason={missingRoleText(role, "project.archive")}
        onClick={remove}
      >
        <Trash2 className="size-3.5" />
        {t("Remove sample")}
      </GatedButton>
    </section>
  );
}

function Filling({ project, days, of }: { project: number; days: number; of: number }) {
  useGet(at("/projects/:project", { project }), { refetchInterval: 2_000 });
  return (
    <span className="flex items-center gap-2 text-muted">
      {rich("{span}Day {days} of {of}", {
        span: (
          <span className="w-24">
            <Progress value={days / of} label={t("Progress of the sample project")} />
          </span>
        ),
        days,
        of,
      })}
    </span>
  );
}

/** Once the last day is there, the screens reload their figures. */
function useFiguresAfter(isFilling: boolean, project: number) {
  const refresh = useRefresh();
  const wasFilling = useRef(false);
  useEffect(() => {
    if (wasFilling.current && !isFilling) void refresh(`/projects/${project}`);
    wasFilling.current = isFilling;
  }, [isFilling, project, refresh]);
}
