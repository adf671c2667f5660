import type { ReactNode } from "react";
import { version } from "@/lib/base/version";
import { DataProvider } from "./data";
import { SessionProvider } from "./session";
import { Shell } from "./shell";
import { SignedOut } from "./signed-out";

export default function DashboardLayout({ children }: { children: ReactNode }) {
  return (
    <DataProvider>
      <SessionProvider>
        <Shell version={version}>{children}</Shell>
        <SignedOut />
      </SessionProvider>
    </DataProvider>
  );
}
