import type { ReactNode } from "react";
import { SettingsFrame } from "@/app/(dashboard)/settings/settings-menu";

export default function SettingsLayout({ children }: { children: ReactNode }) {
  return <SettingsFrame>{children}</SettingsFrame>;
}
