"use client";

import type { ReactNode } from "react";
import { usePageTabs } from "./page-tabs";

type PageHeaderProps = { title: ReactNode; description?: ReactNode; badge?: ReactNode; actions?: ReactNode };

export function PageHeader({ title, description, badge, actions }: PageHeaderProps) {
  const tabs = usePageTabs();
  const header = (
    <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="grid min-w-0 gap-1">
        <div className="flex flex-wrap items-center gap-2.5">
          <h1 className="font-semibold text-xl">{title}</h1>
          {badge}
        </div>
        {description ? <p className="max-w-prose text-balance text-muted text-sm">{description}</p> : null}
      </div>
      {actions ? <div className="flex flex-wrap items-center gap-2 print:hidden">{actions}</div> : null}
    </header>
  );
  if (!tabs) return header;
  return (
    <div className="grid grid-cols-1 gap-4">
      {header}
      {tabs}
    </div>
  );
}
