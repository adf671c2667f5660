"use client";

import type { ReactNode } from "react";
import { SectionMenu } from "@/app/(dashboard)/section-menu";
import { useProject } from "@/app/(dashboard)/session";
import { ruleScreens } from "./screens";

export default function RulesLayout({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto grid max-w-6xl grid-cols-1 gap-6">
      <SectionMenu label="Rules" base={`/p/${useProject().id}/rules`} screens={ruleScreens} />
      {children}
    </div>
  );
}
