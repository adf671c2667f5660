import type { ReactNode } from "react";

export default function RulesLayout({ children }: { children: ReactNode }) {
  return <div className="mx-auto grid max-w-6xl grid-cols-1 gap-6">{children}</div>;
}
