"use client";

import { CircleAlert } from "lucide-react";
import { CardSkeleton } from "@/app/(dashboard)/page-skeleton";
import { EmptyState } from "@/components/empty-state";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";

/** In place of a card whose data is not there: on its way, or not to be had. */
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
        title="This could not be loaded"
        actions={<Button onClick={() => void retry()}>Try again</Button>}
      >
        {error.message}
      </EmptyState>
    </Card>
  );
}
