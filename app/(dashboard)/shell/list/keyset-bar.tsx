"use client";

import { ArrowLeftToLine, ArrowRight } from "lucide-react";
import { Button } from "@/components/ui/button";
import { t } from "@/lib/base/languages/texts";

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
    <nav
      aria-label={t("Pages of {noun}", { noun })}
      className="flex flex-wrap items-center justify-between gap-2"
    >
      <p className="num text-muted text-xs">
        {isFirst ? t("Newest {count}", { count }) : t("{count} older", { count })} {noun}
      </p>
      <div className="flex gap-2">
        <Button size="sm" disabled={isFirst} onClick={onNewest}>
          <ArrowLeftToLine className="size-3.5" />
          {t("Newest")}
        </Button>
        <Button size="sm" disabled={next === null} onClick={() => next !== null && onOlder(next)}>
          {t("Older")}
          <ArrowRight className="size-3.5" />
        </Button>
      </div>
    </nav>
  );
}
