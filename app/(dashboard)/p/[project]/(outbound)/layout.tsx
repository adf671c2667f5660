"use client";

import type { ReactNode } from "react";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { EmptyState } from "@/components/empty-state";
import { t } from "@/lib/base/languages/texts";

/** Destinations and deliveries. */
export default function OutboundLayout({ children }: { children: ReactNode }) {
  const lacking = useMissingRoleText("destinations.read");
  if (lacking)
    return (
      <EmptyState page title={t("You can't open destinations")}>
        {t("They show where conversions are sent, and their contents. {lacking}.", { lacking })}
      </EmptyState>
    );
  return children;
}
