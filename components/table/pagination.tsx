"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import { numberText } from "@/components/format";
import { rich } from "@/components/rich";
import { Button } from "@/components/ui/button";
import { t } from "@/lib/base/languages/texts";

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
    <nav aria-label={t("Pages")} className="flex items-center gap-3">
      <p className="num text-muted text-xs" aria-live="polite">
        {first > total
          ? t("No rows on this page")
          : rich("<span>{first}–{last}</span> of {total} {noun}", {
              first: count(first),
              last: count(last),
              span: (text) => <span className="text-ink">{text}</span>,
              total: count(total),
              noun,
            })}
      </p>
      <div className="flex gap-1">
        <Button
          size="icon-sm"
          aria-label={t("Previous page")}
          disabled={page <= 1}
          onClick={() => onPageChange(Math.min(page - 1, pages))}
        >
          <ChevronLeft />
        </Button>
        <Button
          size="icon-sm"
          aria-label={t("Next page")}
          disabled={page >= pages}
          onClick={() => onPageChange(page + 1)}
        >
          <ChevronRight />
        </Button>
      </div>
    </nav>
  );
}
