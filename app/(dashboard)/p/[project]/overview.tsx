"use client";

import { Copyable } from "@/components/copy-button";
import { PageHeader } from "@/components/page-header";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import type { Project } from "../../contract";
import { useGet } from "../../data";
import { useProject } from "../../session";
import { FirstSteps } from "./first-steps";
import { OverviewFigures } from "./overview-figures";
import { NotLoaded } from "./settings/not-loaded";

/** Until there is a figure: how to get to the first one. */
export function Overview() {
  const { id, name } = useProject();
  const { data, error, refetch } = useGet<Project>(`/projects/${id}`);
  if (data?.has_figures) return <OverviewFigures />;
  return (
    <div className="mx-auto grid grid-cols-1 max-w-6xl gap-6">
      <PageHeader title={name} description={data ? "From the first link to the first figure." : " "} />
      {data ? (
        <FirstFigureAwaited project={data} />
      ) : (
        <NotLoaded error={error} retry={refetch} className="h-120" />
      )}
    </div>
  );
}

function FirstFigureAwaited({ project }: { project: Project }) {
  useGet<Project>(`/projects/${project.id}`, { refetchInterval: 5_000 });
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <FirstSteps project={project} />
      <AtHand project={project} />
    </div>
  );
}

/** What one is asked for all the time while an app is being set up. */
function AtHand({ project }: { project: Project }) {
  const rows = [
    { label: "App token", value: project.token, copy: "Copy the app token" },
    { label: "Links begin with", value: project.link_base, copy: "Copy the beginning of links" },
    { label: "Server", value: location.origin, copy: "Copy the server's address" },
  ];
  return (
    <Card>
      <CardHeader title="At hand" />
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
