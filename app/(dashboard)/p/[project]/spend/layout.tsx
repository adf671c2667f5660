"use client";

import type { ReactNode } from "react";
import { SectionMenu } from "@/app/(dashboard)/section-menu";
import { useProject } from "@/app/(dashboard)/session";
import { spendScreens } from "./screens";

export default function SpendLayout({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto grid max-w-7xl grid-cols-1 gap-6">
      <SectionMenu label="Spend" base={`/p/${useProject().id}/spend`} screens={spendScreens} />
      {children}
    </div>
  );
}
