import type { ReactNode } from "react";

/** The screens for developers, each a column of cards. */
export default function DevelopersLayout({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto max-w-6xl">
      <div className="grid max-w-4xl grid-cols-1 content-start gap-6">{children}</div>
    </div>
  );
}
