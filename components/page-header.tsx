"use client";

import type { ReactNode } from "react";
import { cn } from "./cn";
import { usePageTabs } from "./page-tabs";

type PageHeaderProps = { title: ReactNode; description?: ReactNode; badge?: ReactNode; actions?: ReactNode };

/** The header of a part of a page. */
export const SectionHeader = (props: PageHeaderProps) => <Header {...props} Heading="h2" />;

export function PageHeader(props: PageHeaderProps) {
  const tabs = usePageTabs();
  const header = <Header {...props} Heading="h1" />;
  if (!tabs) return header;
  return (
    <div className="grid grid-cols-1 gap-4">
      {header}
      {tabs}
    </div>
  );
}

function Header({ Heading, title, description, badge, actions }: PageHeaderProps & { Heading: "h1" | "h2" }) {
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="grid min-w-0 gap-1">
        <div className="flex flex-wrap items-center gap-2.5">
          <Heading className={cn("font-semibold", Heading === "h1" ? "text-xl" : "text-base")}>
            {title}
          </Heading>
          {badge}
        </div>
        {description ? <p className="max-w-prose text-balance text-muted text-sm">{description}</p> : null}
      </div>
      {actions ? <div className="flex flex-wrap items-center gap-2 print:hidden">{actions}</div> : null}
    </header>
  );
}
