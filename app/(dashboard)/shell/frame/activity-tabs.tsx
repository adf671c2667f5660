"use client";

import { usePathname } from "next/navigation";
import { SectionMenu } from "@/app/(dashboard)/shell/section-menu";
import { activityScreens } from "./activity-screens";

/** Shown above each list of activity, but not above a single item. */
export function ActivityTabs({ project }: { project: number }) {
  const path = usePathname();
  const base = `/p/${project}`;
  if (!activityScreens.some((screen) => path === base + screen.path)) return null;
  return (
    <div className="mx-auto mb-6 max-w-7xl">
      <SectionMenu label="Activity" base={base} screens={activityScreens} />
    </div>
  );
}
