"use client";

import type { ReactNode } from "react";
import { PageSkeleton } from "../../page-skeleton";
import { useSession } from "../../session";

/** The screens of a project are drawn when it is known which one it is. */
export default function ProjectLayout({ children }: { children: ReactNode }) {
  return useSession().project ? children : <PageSkeleton />;
}
