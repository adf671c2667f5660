import type { ComponentProps, ReactNode } from "react";
import { cn } from "@/components/cn";

export function Card({ className, ...props }: ComponentProps<"section">) {
  return <section className={cn("overflow-hidden rounded-xl border bg-raised", className)} {...props} />;
}

export function CardHeader({
  title,
  description,
  actions,
  className,
}: {
  title: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  className?: string;
}) {
  return (
    <header
      className={cn("flex flex-wrap items-start justify-between gap-x-6 gap-y-3 px-5 pt-4.5 pb-3", className)}
    >
      <div className="grid max-w-prose min-w-0 gap-0.5">
        <h2 className="font-semibold text-base">{title}</h2>
        {description ? <p className="text-pretty text-muted text-sm">{description}</p> : null}
      </div>
      {actions ? <div className="flex shrink-0 flex-wrap items-center gap-2">{actions}</div> : null}
    </header>
  );
}

export function CardBody({ className, ...props }: ComponentProps<"div">) {
  return <div className={cn("px-5 pt-1 pb-5", className)} {...props} />;
}

export function CardFooter({ className, ...props }: ComponentProps<"footer">) {
  return (
    <footer
      className={cn(
        "flex min-h-13 flex-wrap items-center justify-between gap-3 border-t bg-sunken px-5 py-2.5 text-muted text-sm",
        className,
      )}
      {...props}
    />
  );
}
