"use client";

import dynamic from "next/dynamic";
import { useEffect, useState } from "react";
import { FirstInstallStrip, isNewInstall } from "@/app/(dashboard)/overview/first-install";
import { OverviewFigures } from "@/app/(dashboard)/overview/overview-figures";
import { at } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { NotLoaded } from "@/app/(dashboard)/shell/page-skeleton";
import { useProject } from "@/app/(dashboard)/shell/session";
import { EmptyState } from "@/components/empty-state";
import { PageHeader } from "@/components/page-header";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { Copyable } from "@/components/ui/copy-button";
import { Skeleton } from "@/components/ui/skeleton";
import { t } from "@/lib/base/languages/texts";
import type { MemberProject } from "@/lib/projects/schema";

const FirstSteps = dynamic(
  () => import("@/app/(dashboard)/overview/first-steps").then((module) => module.FirstSteps),
  { ssr: false, loading: () => <Skeleton className="h-120 w-full rounded-lg" /> },
);

/** Until the first real install, the page shows the first steps, then for a week a line that explains the install. */
export default function Overview() {
  const { id, name } = useProject();
  const [hidden, setHidden] = useHidden(`first-steps-${id}`);
  const [explained, setExplained] = useHidden(`first-install-${id}`);
  const { data, error, refetch } = useGet(at("/projects/:project", { project: id }));
  if (data?.sample) return data.has_figures ? <OverviewFigures /> : <SampleAwaited />;
  if (data?.has_figures) {
    if (data.first_install === null)
      return <OverviewFigures lead={!hidden && <FirstInstallAwaited project={data} onHide={setHidden} />} />;
    const isShown = isNewInstall(data.first_install) && !explained;
    const strip = isShown && (
      <FirstInstallStrip project={id} install={data.first_install} onHide={setExplained} />
    );
    return <OverviewFigures note={strip} />;
  }
  return (
    <div className="mx-auto grid grid-cols-1 max-w-6xl gap-6">
      <PageHeader title={name} description={data ? t("From your first link to your first install.") : " "} />
      {data ? (
        <FirstInstallAwaited project={data} />
      ) : (
        <NotLoaded error={error} retry={refetch} className="h-120" />
      )}
    </div>
  );
}

const SampleAwaited = () => (
  <EmptyState page title={t("The first figures appear in a few seconds")}>
    {t("Cairn is generating 30 days of an invented app.")}
  </EmptyState>
);

/** A hidden note remains hidden in this browser. */
function useHidden(name: string): [boolean, () => void] {
  const key = `cairn-hidden-${name}`;
  const [hidden, setHidden] = useState(false);
  useEffect(() => setHidden(localStorage.getItem(key) !== null), [key]);
  const hide = () => {
    localStorage.setItem(key, "1");
    setHidden(true);
  };
  return [hidden, hide];
}

function FirstInstallAwaited({ project, onHide }: { project: MemberProject; onHide?: () => void }) {
  useGet(at("/projects/:project", { project: project.id }), { refetchInterval: 5_000 });
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <FirstSteps project={project} onHide={onHide} />
      <AtHand project={project} />
    </div>
  );
}

/** These values are needed often while an app is being set up. */
function AtHand({ project }: { project: MemberProject }) {
  const { moved_to: movedTo } = useProject();
  const rows = [
    { label: t("App token"), value: project.token, copy: t("Copy app token") },
    { label: t("Link prefix"), value: project.link_base, copy: t("Copy link prefix") },
    { label: t("Server URL"), value: movedTo ?? location.origin, copy: t("Copy server URL") },
  ];
  return (
    <Card>
      <CardHeader title={t("Project details")} />
      <CardBody>
        <dl className="grid grid-cols-1 gap-3.5">
          {rows.map((row) => (
            <div key={row.label} className="grid grid-cols-1 gap-1">
              <dt className="text-muted text-xs">{row.label}</dt>
              <dd>
                <Copyable value={row.value} label={row.copy} className="w-full" />
              </dd>
            </div>
          ))}
        </dl>
      </CardBody>
    </Card>
  );
}
