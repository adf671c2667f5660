"use client";

import type { ReactNode } from "react";
import { spendScreens } from "@/app/(dashboard)/shell/frame/spend-screens";
import { SectionMenu } from "@/app/(dashboard)/shell/section-menu";
import { useProject } from "@/app/(dashboard)/shell/session";

export default function SpendLayout({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto grid max-w-7xl grid-cols-1 gap-6">
      <SectionMenu label="Spend" base={`/p/${useProject().id}/spend`} screens={spendScreens} />
      {children}
    </div>
  );
}
