import type { ReactNode } from "react";
import { DataProvider } from "./data";
import { SessionProvider } from "./session";
import { Shell } from "./shell";

export default function DashboardLayout({ children }: { children: ReactNode }) {
  return (
    <DataProvider>
      <SessionProvider>
        <Shell>{children}</Shell>
      </SessionProvider>
    </DataProvider>
  );
}
