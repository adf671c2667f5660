import type { ReactNode } from "react";

type PageHeaderProps = { title: ReactNode; description?: ReactNode; badge?: ReactNode; actions?: ReactNode };

export function PageHeader({ title, description, badge, actions }: PageHeaderProps) {
  return (
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
}
