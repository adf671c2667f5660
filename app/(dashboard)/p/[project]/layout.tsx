"use client";

import type { ReactNode } from "react";
import { PageSkeleton } from "@/app/(dashboard)/page-skeleton";
import { useSession } from "@/app/(dashboard)/session";
import { TimeZone } from "@/components/when";
import { ActivityTabs } from "./activity-tabs";

/** The screens of a project are drawn when it is known which one it is. */
export default function ProjectLayout({ children }: { children: ReactNode }) {
  const { project } = useSession();
  if (!project) return <PageSkeleton />;
  return (
    <TimeZone value={project.time_zone}>
      <ActivityTabs project={project.id} />
      {children}
    </TimeZone>
  );
}
