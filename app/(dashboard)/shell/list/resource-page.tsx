import { type LucideIcon, Plus } from "lucide-react";
import type { ReactNode } from "react";
import { EmptyState } from "@/components/empty-state";
import { PageHeader } from "@/components/page-header";
import { DataTable } from "@/components/table/data-table";
import type { Column } from "@/components/table/table-state";
import { GatedButton } from "@/components/ui/gated";

type ResourcePageProps<Row> = {
  title: string;
  description: string;
  icon: LucideIcon;
  /** The request whose response has the rows. */
  request: { error: Error | null; refetch: () => unknown };
  rows: readonly Row[] | undefined;
  rowId: (row: Row) => string;
  columns: readonly Column<Row>[];
  /** The button in the header, or in an empty list. */
  add?: { label: string; reason: string | undefined; onClick: () => void };
  empty: { title: string; text: string; actions?: ReactNode };
  /** Text below the list, and dialogs. */
  children?: ReactNode;
};

/** The page of a small resource: a short list without filters, and a button that adds to it. */
export function ResourcePage<Row>(props: ResourcePageProps<Row>) {
  const { title, description, icon, request, rows, rowId, columns, add, empty, children } = props;
  const button = add ? (
    <GatedButton reason={add.reason} variant="primary" onClick={add.onClick}>
      <Plus />
      {add.label}
    </GatedButton>
  ) : null;
  return (
    <>
      <PageHeader title={title} description={description} actions={rows?.length === 0 ? null : button} />
      <DataTable
        label={title}
        columns={columns}
        rows={rows}
        rowId={rowId}
        error={request.error}
        onRetry={() => void request.refetch()}
        empty={
          <EmptyState icon={icon} title={empty.title} actions={button ?? empty.actions}>
            {empty.text}
          </EmptyState>
        }
      />
      {children}
    </>
  );
}
