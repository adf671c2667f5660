import type { ReactNode } from "react";
import { preload } from "react-dom";
import { version } from "@/lib/base/version";
import { DataProvider } from "./data";
import { SessionProvider } from "./session";
import { Shell } from "./shell";
import { SignedOut } from "./signed-out";

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
