"use client";

import type { ReactNode } from "react";
import { SectionTabs } from "@/app/(dashboard)/shell/frame/section-tabs";
import { PageSkeleton } from "@/app/(dashboard)/shell/page-skeleton";
import { useSession } from "@/app/(dashboard)/shell/session";
import { TimeZone } from "@/components/ui/when";

/** The screens of a project wait until the project is known. */
export default function ProjectLayout({ children }: { children: ReactNode }) {
  const { project } = useSession();
  if (!project) return <PageSkeleton />;
  return (
    <TimeZone value={project.time_zone}>
      <SectionTabs project={project}>{children}</SectionTabs>
    </TimeZone>
  );
}
