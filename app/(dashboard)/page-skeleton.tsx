import { Skeleton } from "@/components/ui/skeleton";

/** Stands where a page will be, in the proportions of most of them. */
export function PageSkeleton() {
  return (
    <div className="mx-auto grid max-w-6xl gap-6" role="status" aria-label="Loading">
      <div className="grid gap-2.5">
        <Skeleton className="h-6 w-48" />
        <Skeleton className="w-80 max-w-full" />
      </div>
      <Skeleton className="h-28 rounded-xl" />
      <Skeleton className="h-72 rounded-xl" />
    </div>
  );
}
