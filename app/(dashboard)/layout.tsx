import type { ReactNode } from "react";
import { preload } from "react-dom";
import { DataProvider } from "@/app/(dashboard)/shell/data";
import { Shell } from "@/app/(dashboard)/shell/frame/shell";
import { SessionProvider } from "@/app/(dashboard)/shell/session";
import { SignedOut } from "@/app/(dashboard)/shell/signed-out";
import { version } from "@/lib/base/version";

export default function DashboardLayout({ children }: { children: ReactNode }) {
  // No screen is drawn until the member is known, so this request starts while the scripts load.
  preload("/api/dashboard/me", { as: "fetch", crossOrigin: "anonymous" });
  return (
    <DataProvider>
      <SessionProvider>
        <Shell version={version}>{children}</Shell>
        <SignedOut />
      </SessionProvider>
    </DataProvider>
  );
}
