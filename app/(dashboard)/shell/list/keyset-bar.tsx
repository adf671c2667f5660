"use client";

import { ArrowLeftToLine, ArrowRight } from "lucide-react";
import { Button } from "@/components/ui/button";

type KeysetBarProps = {
  /** The number of rows on the page, and their noun. */
  count: number;
  noun: string;
  isFirst: boolean;
  next: string | null;
  onNewest: () => void;
  onOlder: (next: string) => void;
};

/** The pages of a list from the newest row on. The browser's Back button opens the previous page. */
export function KeysetBar({ count, noun, isFirst, next, onNewest, onOlder }: KeysetBarProps) {
  if (isFirst && next === null) return null;
  return (
    <nav aria-label={`Pages of ${noun}`} className="flex flex-wrap items-center justify-between gap-2">
      <p className="num text-muted text-xs">
        {isFirst ? `Newest ${count}` : `${count} older`} {noun}
      </p>
      <div className="flex gap-2">
        <Button size="sm" disabled={isFirst} onClick={onNewest}>
          <ArrowLeftToLine className="size-3.5" />
          Newest
        </Button>
        <Button size="sm" disabled={next === null} onClick={() => next !== null && onOlder(next)}>
          Older
          <ArrowRight className="size-3.5" />
        </Button>
      </div>
    </nav>
  );
}
