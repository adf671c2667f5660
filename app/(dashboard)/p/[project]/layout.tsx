"use client";

import type { ReactNode } from "react";
import { TimeZone } from "@/components/when";
import { PageSkeleton } from "../../page-skeleton";
import { useSession } from "../../session";

/** The screens of a project are drawn when it is known which one it is. */
export default function ProjectLayout({ children }: { children: ReactNode }) {
  const { project } = useSession();
  return project ? <TimeZone value={project.time_zone}>{children}</TimeZone> : <PageSkeleton />;
}
