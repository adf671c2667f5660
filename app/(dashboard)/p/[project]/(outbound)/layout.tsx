"use client";

import type { ReactNode } from "react";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { EmptyState } from "@/components/empty-state";

/** Destinations and deliveries. */
export default function OutboundLayout({ children }: { children: ReactNode }) {
  const lacking = useMissingRoleText("destinations.read");
  if (lacking)
    return (
      <EmptyState page title="You can't open destinations">
        They show where conversions are sent, and their contents. {lacking}.
      </EmptyState>
    );
  return children;
}
