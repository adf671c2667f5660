"use client";

import type { ReactNode } from "react";
import { SettingsFrame } from "@/app/(dashboard)/settings/settings-menu";
import { useSession } from "@/app/(dashboard)/shell/session";

/** The account's pages are part of the settings. Without a project, there are no settings yet. */
export default function MembersLayout({ children }: { children: ReactNode }) {
  const { me, project } = useSession();
  // Also while the session loads, so that the page does not move when it is there.
  return me && !project ? children : <SettingsFrame>{children}</SettingsFrame>;
}
