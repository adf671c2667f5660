"use client";

import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { debuggerScreens } from "@/app/(dashboard)/shell/frame/debugger-screens";
import { useLacking } from "@/app/(dashboard)/shell/roles";
import { SectionMenu } from "@/app/(dashboard)/shell/section-menu";
import { useProject } from "@/app/(dashboard)/shell/session";
import { PageTabs } from "@/components/page-tabs";

/** The screens have tabs, but not a single device. */
export default function DebuggerLayout({ children }: { children: ReactNode }) {
  const path = usePathname();
  const base = `/p/${useProject().id}`;
  const hidesDevices = useLacking("devices.read") !== undefined;
  const screens = debuggerScreens.filter((screen) => !("needs" in screen && hidesDevices));
  const isScreen = debuggerScreens.some((screen) => path === base + screen.path);
  return (
    <div className="mx-auto grid max-w-7xl grid-cols-1 gap-6">
      <PageTabs tabs={isScreen ? <SectionMenu label="Debugger" base={base} screens={screens} /> : null}>
        {children}
      </PageTabs>
    </div>
  );
}
