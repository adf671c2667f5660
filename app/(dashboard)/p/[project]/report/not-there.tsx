import { CircleAlert } from "lucide-react";
import { EmptyState } from "@/components/empty-state";
import { pageSizes } from "@/components/table-state";
import { Button } from "@/components/ui/button";
import { Pagination } from "@/components/ui/pagination";
import { Select } from "@/components/ui/select";

export const NotThere = ({ error, retry }: { error: Error; retry: () => void }) => (
  <EmptyState
    icon={CircleAlert}
    title="Couldn't load this"
    actions={<Button onClick={retry}>Try again</Button>}
  >
    {error.message}
  </EmptyState>
);

type ReportPagesProps = {
  state: { page: number; limit: number };
  total: number | undefined;
  noun: string;
  onChange: (patch: { page: number; limit?: number }) => void;
};

/** Below the table, once there is more than fits on the shortest page. */
export function ReportPages({ state: { page, limit }, total, noun, onChange }: ReportPagesProps) {
  if (total === undefined || (total <= pageSizes[0] && page === 1)) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t px-3.5 py-2 print:hidden">
      <div className="flex items-center gap-2 text-muted text-xs">
        Rows
        <Select
          aria-label="Rows per page"
          size="sm"
          className="w-17"
          value={String(limit)}
          options={pageSizes.map((size) => ({ value: String(size), label: String(size) }))}
          onValueChange={(value) => onChange({ limit: Number(value), page: 1 })}
        />
      </div>
      <Pagination
        page={page}
        limit={limit}
        total={total}
        noun={noun}
        onPageChange={(next) => onChange({ page: next })}
      />
    </div>
  );
}
