"use client";

import type { ReactNode } from "react";
import { SettingsFrame } from "@/app/(dashboard)/settings/settings-menu";
import { useSession } from "@/app/(dashboard)/shell/session";

/** The account's pages are part of the settings. Without a project, there are no settings yet. */
export default function AccountAuditLayout({ children }: { children: ReactNode }) {
  const { me, project } = useSession();
  // Without a session the place of the page is unknown, and it would move when the session is there.
  if (!me) return null;
  return project ? <SettingsFrame>{children}</SettingsFrame> : children;
}
