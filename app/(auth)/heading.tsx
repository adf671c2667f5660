import type { ReactNode } from "react";

export function Heading({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <header className="mb-6 grid gap-1.5">
      <h1 className="font-semibold text-2xl">{title}</h1>
      {children ? <p className="text-balance text-muted text-sm">{children}</p> : null}
    </header>
  );
}
