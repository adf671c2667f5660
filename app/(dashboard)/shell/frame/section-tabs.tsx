"use client";

import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { SectionMenu } from "@/app/(dashboard)/shell/section-menu";
import { PageTabs } from "@/components/page-tabs";
import type { ProjectSummary } from "@/lib/accounts/schema";
import { menusOfPath, tabsOfScreen } from "./menu-path";
import { navForRole, projectNav } from "./nav";

const tabRows = (rows: ReturnType<typeof tabsOfScreen>) =>
  rows.length > 0
    ? rows.map(({ label, tabs }, row) => (
        <SectionMenu key={label} label={label} base="" screens={tabs} small={row > 0} />
      ))
    : null;

/** The tabs of each screen that has some. A page about one item has none. */
export function SectionTabs({ project, children }: { project: ProjectSummary; children: ReactNode }) {
  const rows = tabsOfScreen(navForRole(projectNav(project.id), project.role), usePathname());
  return <PageTabs tabs={tabRows(rows)}>{children}</PageTabs>;
}

/** The tabs of an address while its project, and with it the member's role, is loading. */
export const TabsAt = ({ path }: { path: string }) => tabRows(tabsOfScreen(menusOfPath(path), path));
