"use client";

import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { outboundScreens } from "@/app/(dashboard)/shell/frame/outbound-screens";
import { useLacking } from "@/app/(dashboard)/shell/roles";
import { SectionMenu } from "@/app/(dashboard)/shell/section-menu";
import { useProject } from "@/app/(dashboard)/shell/session";
import { EmptyState } from "@/components/empty-state";
import { PageTabs } from "@/components/page-tabs";

/** Destinations and deliveries: both lists have tabs, but not a single item. */
export default function OutboundLayout({ children }: { children: ReactNode }) {
  const path = usePathname();
  const base = `/p/${useProject().id}`;
  const lacking = useLacking("destinations.read");
  if (lacking)
    return (
      <EmptyState page title="You can't open destinations">
        They show where conversions are sent, and their contents. {lacking}.
      </EmptyState>
    );
  const isList = outboundScreens.some((screen) => path === base + screen.path);
  return (
    <PageTabs
      tabs={isList ? <SectionMenu label="Conversions" base={base} screens={outboundScreens} /> : null}
    >
      {children}
    </PageTabs>
  );
}
