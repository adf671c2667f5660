"use client";

import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "@/components/cn";
import { EmptyState } from "@/components/empty-state";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";

/** The placeholder of a card. */
export function CardSkeleton({ className = "h-64" }: { className?: string }) {
  return (
    <div
      role="status"
      aria-label="Loading"
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
        title="Couldn't load this page"
        actions={<Button onClick={() => void retry()}>Try again</Button>}
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
