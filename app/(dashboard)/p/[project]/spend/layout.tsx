"use client";

import type { ReactNode } from "react";
import { spendScreens } from "@/app/(dashboard)/shell/frame/spend-screens";
import { SectionMenu } from "@/app/(dashboard)/shell/section-menu";
import { useProject } from "@/app/(dashboard)/shell/session";
import { PageTabs } from "@/components/page-tabs";

export default function SpendLayout({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto grid max-w-7xl grid-cols-1 gap-6">
      <PageTabs
        tabs={<SectionMenu label="Spend" base={`/p/${useProject().id}/spend`} screens={spendScreens} />}
      >
        {children}
      </PageTabs>
    </div>
  );
}
