"use client";

import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { SectionTabs, TabsAt } from "@/app/(dashboard)/shell/frame/section-tabs";
import { ScreenSkeleton } from "@/app/(dashboard)/shell/page-skeleton";
import { useSession } from "@/app/(dashboard)/shell/session";
import { TimeZone } from "@/components/ui/when";

/** The screens of a project wait until the project is known. */
export default function ProjectLayout({ children }: { children: ReactNode }) {
  const { project } = useSession();
  const path = usePathname();
  if (!project) return <ScreenSkeleton path={path} tabs={<TabsAt path={path} />} />;
  return (
    <TimeZone value={project.time_zone}>
      <SectionTabs project={project}>{children}</SectionTabs>
    </TimeZone>
  );
}
