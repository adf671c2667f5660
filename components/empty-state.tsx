import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "@/components/cn";

type EmptyStateProps = {
  icon?: LucideIcon;
  title: ReactNode;
  /** Describes the expected content, and how it gets here. */
  children?: ReactNode;
  actions?: ReactNode;
  className?: string;
  /** The page has no other content, so this is its title. */
  page?: boolean;
};

export function EmptyState({ icon: Icon, title, children, actions, className, page }: EmptyStateProps) {
  const Title = page ? "h1" : "p";
  return (
    <div className={cn("grid justify-items-center gap-1 px-6 py-12 text-center", className)}>
      {Icon ? (
        <span className="mb-3 grid size-10 place-items-center rounded-full border bg-sunken text-muted">
          <Icon className="size-4.5" strokeWidth={1.75} aria-hidden="true" />
        </span>
      ) : null}
      <Title className="font-medium text-base">{title}</Title>
      {children ? <div className="max-w-md text-balance text-muted text-sm">{children}</div> : null}
      {actions ? <div className="mt-4 flex flex-wrap justify-center gap-2">{actions}</div> : null}
    </div>
  );
}
