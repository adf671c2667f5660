import type { ReactNode } from "react";

export default function IosLayout({ children }: { children: ReactNode }) {
  return <div className="mx-auto grid max-w-7xl grid-cols-1 gap-6">{children}</div>;
}
