"use client";

import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "@/components/cn";
import { EmptyState } from "@/components/empty-state";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { t } from "@/lib/base/languages/texts";

/** The placeholder of a card. */
export function CardSkeleton({ className = "h-64" }: { className?: string }) {
  return (
    <div
      role="status"
      aria-label={t("Loading")}
      className={cn("grid content-start gap-4 overflow-hidden rounded-xl border bg-raised p-5", className)}
    >
      <Skeleton className="w-32" />
      <Skeleton className="h-8.5 w-full max-w-md rounded-md" />
      <Skeleton className="mt-2 w-24" />
      <Skeleton className="h-8.5 w-full max-w-md rounded-md" />
    </div>
  );
}

/** The placeholder of a page, with the proportions of most pages. */
export function PageSkeleton() {
  return (
    <div className="mx-auto grid grid-cols-1 max-w-6xl gap-6">
      <div className="grid gap-2.5">
        <Skeleton className="h-6 w-48" />
        <Skeleton className="w-80 max-w-full" />
      </div>
      <CardSkeleton className="h-96" />
    </div>
  );
}

/** The screens that are columns of cards; lists and reports are tables. */
const ofCards =
  /^\/(settings|developers|attribution$|attribution\/(simulator|meta)|ios\/setup|destinations\/(new|\d)|alerts\/|installs\/|deliveries\/|spend\/(sources|upload)|campaigns\/(new|\d))/;

/** The placeholder of a project's screen while the project is loading: the proportions of this screen, with its tabs. */
export function ScreenSkeleton({ path, tabs }: { path: string; tabs: ReactNode }) {
  const screen = path.replace(/^\/p\/[^/]+/, "");
  const shape =
    screen === "" ? <FiguresSkeleton /> : ofCards.test(screen) ? <CardsSkeleton /> : <TableSkeleton />;
  const page = (
    <div className="grid min-w-0 grid-cols-1 content-start gap-6">
      <div className="grid grid-cols-1 gap-4">
        <div className="grid gap-2.5">
          <Skeleton className="h-6 w-48" />
          <Skeleton className="w-80 max-w-full" />
        </div>
        {tabs}
      </div>
      {shape}
    </div>
  );
  return (
    <div role="status" aria-label={t("Loading")} className="mx-auto max-w-7xl">
      {screen.startsWith("/settings") ? (
        <div className="grid grid-cols-1 gap-x-10 xl:grid-cols-[10.5rem_minmax(0,1fr)]">
          <div className="grid content-start gap-4 max-xl:hidden">
            {menuLines.map((width, line) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change
              <Skeleton key={line} className={width} />
            ))}
          </div>
          {page}
        </div>
      ) : (
        page
      )}
    </div>
  );
}

const menuLines = ["w-14", "w-24", "w-20", "w-28", "w-16", "w-24", "w-20", "w-24"] as const;
const block = "rounded-xl border bg-raised";

function FiguresSkeleton() {
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className={cn(block, "grid grid-cols-2 gap-4 p-4 sm:grid-cols-4 xl:grid-cols-7")}>
        {["a", "b", "c", "d", "e", "f", "g"].map((tile) => (
          <div key={tile} className="grid gap-2.5 last:max-xl:col-span-2">
            <Skeleton className="w-16" />
            <Skeleton className="h-6 w-20" />
          </div>
        ))}
      </div>
      <div className={cn(block, "h-80 p-5")}>
        <Skeleton className="w-32" />
      </div>
      <div className="grid gap-3 lg:grid-cols-2">
        <div className={cn(block, "h-64 p-5")}>
          <Skeleton className="w-24" />
        </div>
        <div className={cn(block, "h-64 p-5")}>
          <Skeleton className="w-24" />
        </div>
      </div>
    </div>
  );
}

function TableSkeleton() {
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="flex gap-2">
        <Skeleton className="h-8 w-56 rounded-md" />
        <Skeleton className="h-8 w-24 rounded-md" />
      </div>
      <div className={cn(block, "grid gap-5 p-5")}>
        {["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"].map((row) => (
          <div key={row} className="flex justify-between gap-6">
            <Skeleton className="w-40" />
            <Skeleton className="w-20 max-sm:hidden" />
            <Skeleton className="w-24 max-sm:hidden" />
            <Skeleton className="w-14" />
          </div>
        ))}
      </div>
    </div>
  );
}

function CardsSkeleton() {
  return (
    <>
      {["first", "second"].map((card) => (
        <div key={card} className={cn(block, "grid h-56 content-start gap-4 p-5")}>
          <Skeleton className="w-32" />
          <Skeleton className="h-8.5 w-full max-w-md rounded-md" />
          <Skeleton className="mt-2 w-24" />
          <Skeleton className="h-8.5 w-full max-w-md rounded-md" />
        </div>
      ))}
    </>
  );
}

/** Replaces a card whose data is loading or failed to load. */
export function NotLoaded({
  error,
  retry,
  className,
}: {
  error: Error | null;
  retry: () => unknown;
  className?: string;
}) {
  if (!error) return <CardSkeleton {...(className ? { className } : {})} />;
  return (
    <Card>
      <EmptyState
        icon={CircleAlert}
        title={t("Couldn't load this page")}
        actions={<Button onClick={() => void retry()}>{t("Try again")}</Button>}
      >
        {error.message}
      </EmptyState>
    </Card>
  );
}

type FiguresFrameProps<Data> = {
  query: { data: Data | undefined; error: Error | null; refetch: () => unknown; isPlaceholderData: boolean };
  children: (data: Data, busy: boolean) => ReactNode;
};

/**
 * The figures of a date range. The previous figures stay visible while those of a new range load. If that fails, they make
 * way for the error, because they would appear under the wrong dates.
 */
export function FiguresFrame<Data>({ query, children }: FiguresFrameProps<Data>) {
  const { data, error, refetch, isPlaceholderData } = query;
  if (data === undefined) return <NotLoaded error={error} retry={refetch} className="h-160" />;
  return (
    <div aria-busy={isPlaceholderData} className="grid grid-cols-1 gap-6">
      {children(data, isPlaceholderData)}
    </div>
  );
}
