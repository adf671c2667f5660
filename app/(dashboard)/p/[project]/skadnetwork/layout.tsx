"use client";

import type { ReactNode } from "react";
import { skadnetworkScreens } from "@/app/(dashboard)/shell/frame/apple-screens";
import { SectionMenu } from "@/app/(dashboard)/shell/section-menu";
import { useProject } from "@/app/(dashboard)/shell/session";
import { PageTabs } from "@/components/page-tabs";

const labels = skadnetworkScreens.map(({ label, path }) => ({
  label: path === "" ? "Figures" : label,
  path,
}));

export default function SkadnetworkLayout({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto grid max-w-7xl grid-cols-1 gap-6">
      <PageTabs
        tabs={<SectionMenu label="SKAdNetwork" base={`/p/${useProject().id}/skadnetwork`} screens={labels} />}
      >
        {children}
      </PageTabs>
    </div>
  );
}
