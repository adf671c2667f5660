"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import { numberText } from "@/components/format";
import { Button } from "@/components/ui/button";

type PaginationProps = {
  page: number;
  limit: number;
  total: number;
  onPageChange: (page: number) => void;
  /** The noun of the count: "campaigns". */
  noun?: string;
};

export function Pagination({ page, limit, total, onPageChange, noun }: PaginationProps) {
  const pages = Math.max(1, Math.ceil(total / limit));
  const first = total === 0 ? 0 : (page - 1) * limit + 1;
  const last = Math.min(total, page * limit);
  const count = (value: number) => numberText(value);
  return (
    <nav aria-label="Pages" className="flex items-center gap-3">
      <p className="num text-muted text-xs" aria-live="polite">
        {first > total ? (
          <>No rows on this page</>
        ) : (
          <>
            <span className="text-ink">
              {count(first)}–{count(last)}
            </span>{" "}
            of {count(total)} {noun}
          </>
        )}
      </p>
      <div className="flex gap-1">
        <Button
          size="icon-sm"
          aria-label="Previous page"
          disabled={page <= 1}
          onClick={() => onPageChange(Math.min(page - 1, pages))}
        >
          <ChevronLeft />
        </Button>
        <Button
          size="icon-sm"
          aria-label="Next page"
          disabled={page >= pages}
          onClick={() => onPageChange(page + 1)}
        >
          <ChevronRight />
        </Button>
      </div>
    </nav>
  );
}
