"use client";

import { usePathname } from "next/navigation";
import { SectionMenu } from "@/app/(dashboard)/shell/section-menu";
import { activityScreens } from "./activity-screens";

/** Above each list of what happens, and not above one thing of it. */
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
