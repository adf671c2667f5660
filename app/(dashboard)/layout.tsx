import type { ReactNode } from "react";
import { preload } from "react-dom";
import { DataProvider } from "@/app/(dashboard)/shell/data";
import { Shell } from "@/app/(dashboard)/shell/frame/shell";
import { SessionProvider } from "@/app/(dashboard)/shell/session";
import { SignedOut } from "@/app/(dashboard)/shell/signed-out";
import { version } from "@/lib/base/version";

export default function DashboardLayout({ children }: { children: ReactNode }) {
  // Nothing is drawn before it is known who looks: asked for while the scripts are still on their way.
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
