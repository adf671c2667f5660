import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "@/components/cn";

const faces = {
  info: { icon: Info, box: "bg-sunken", ink: "text-muted" },
  success: { icon: CircleCheck, box: "border-success/25 bg-success-soft", ink: "text-success" },
  warning: { icon: TriangleAlert, box: "border-warning/25 bg-warning-soft", ink: "text-warning" },
  danger: { icon: CircleAlert, box: "border-danger/25 bg-danger-soft", ink: "text-danger" },
} as const;

type AlertProps = {
  tone?: keyof typeof faces;
  title?: ReactNode;
  actions?: ReactNode;
  /** Read out immediately: for content that appears after the page has loaded. */
  live?: boolean;
  className?: string;
  children?: ReactNode;
};

/** Important information about the current page. */
export function Alert({ tone = "info", title, actions, live, className, children }: AlertProps) {
  const { icon: Icon, box, ink } = faces[tone];
  return (
    <div
      role={live ? "alert" : undefined}
      className={cn(
        "flex flex-wrap items-start gap-x-3 gap-y-2 rounded-lg border px-3.5 py-3 text-sm",
        box,
        className,
      )}
    >
      <span className="flex h-5 items-center">
        <Icon className={cn("size-4", ink)} aria-hidden="true" />
      </span>
      <div className="grid min-w-0 flex-1 gap-0.5">
        {title ? <p className="font-medium">{title}</p> : null}
        {children ? <div className="text-muted">{children}</div> : null}
      </div>
      {actions}
    </div>
  );
}
