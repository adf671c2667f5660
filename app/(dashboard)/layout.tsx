import type { ReactNode } from "react";
import { DataProvider } from "./data";
import { SessionProvider } from "./session";
import { Shell } from "./shell";
import { SignedOut } from "./signed-out";

export default function DashboardLayout({ children }: { children: ReactNode }) {
  return (
    <DataProvider>
      <SessionProvider>
        <Shell>{children}</Shell>
        <SignedOut />
      </SessionProvider>
    </DataProvider>
  );
}
