"use client";

import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { SectionMenu } from "@/app/(dashboard)/shell/section-menu";
import { PageTabs } from "@/components/page-tabs";
import { activityScreens } from "./activity-screens";

/** Each list of activity has tabs, but not a single item. */
export function ActivityTabs({ project, children }: { project: number; children: ReactNode }) {
  const path = usePathname();
  const base = `/p/${project}`;
  const isList = activityScreens.some((screen) => path === base + screen.path);
  return (
    <PageTabs tabs={isList ? <SectionMenu label="Activity" base={base} screens={activityScreens} /> : null}>
      {children}
    </PageTabs>
  );
}
