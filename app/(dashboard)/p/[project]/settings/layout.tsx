import type { ReactNode } from "react";
import { SettingsMenu } from "@/app/(dashboard)/settings/settings-menu";

export default function SettingsLayout({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto grid max-w-6xl grid-cols-1 gap-x-10 gap-y-5 xl:grid-cols-[10.5rem_minmax(0,1fr)]">
      <SettingsMenu />
      <div className="grid min-w-0 max-w-4xl grid-cols-1 content-start gap-6">{children}</div>
    </div>
  );
}
