import Link from "next/link";
import { Mark } from "@/components/mark";
import { Button } from "@/components/ui/button";

export default function NotFound() {
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-2 px-6 text-center">
      <title>Cairn</title>
      <Mark className="mb-3 size-8 text-line-strong" />
      <h1 className="font-semibold text-xl">No cairn on this path</h1>
      <p className="max-w-sm text-balance text-muted text-sm">
        This page doesn't exist, or belongs to a project you can't access.
      </p>
      <Button asChild variant="primary" className="mt-4">
        <Link href="/">Back to the start</Link>
      </Button>
    </main>
  );
}
