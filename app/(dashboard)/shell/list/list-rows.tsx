"use client";

import { SearchX } from "lucide-react";
import { useContext } from "react";
import { Sheet, SheetBody, SheetContent } from "@/components/dialogs/sheet";
import { EmptyState } from "@/components/empty-state";
import { exactTime, fullDay } from "@/components/format";
import { IntentLink } from "@/components/intent-link";
import type { Column } from "@/components/table/table-state";
import { Button } from "@/components/ui/button";
import { TimeZone, When } from "@/components/ui/when";
import { useLastValue } from "@/components/use-last";
import { t } from "@/lib/base/languages/texts";
import type { ListFilterField } from "./list-filters";
import type { CellContext, FilterValues, ListedRow, ListPath, ListScreen, OpenedDetail } from "./list-screen";

/** The columns of a table. The first one has the time, with the link to the row's page or sheet. */
export function listColumns<P extends ListPath>(
  { at: moment, when = t("When"), columns, opens }: ListScreen<P>,
  state: FilterValues<P>,
  around: CellContext,
  hrefOf: (row: ListedRow<P>) => string | null,
  onOpen: (row: ListedRow<P>) => void,
): Column<ListedRow<P>>[] {
  const first = (row: ListedRow<P>) => {
    const text = row[moment] as string | null;
    if (text === null) return <span className="text-faint">–</span>;
    const shown =
      text.length === 10 ? <span className="num">{fullDay(text)}</span> : <When clock at={text} />;
    const href = hrefOf(row);
    const style = "whitespace-nowrap rounded-sm hover:underline";
    if (href !== null)
      return (
        <IntentLink href={href} className={style}>
          {shown}
        </IntentLink>
      );
    if (typeof opens !== "object") return <span className="whitespace-nowrap">{shown}</span>;
    return (
      <button type="button" className={style} onClick={() => onOpen(row)}>
        {shown}
      </button>
    );
  };
  return [
    { id: "when", header: when, fixed: true, cell: first },
    ...columns.map(({ cell, hidden = false, ...column }) => ({
      ...column,
      hidden: typeof hidden === "function" ? hidden(state) : hidden,
      cell: (row: ListedRow<P>) => cell(row, around),
    })),
  ];
}

type EmptyProps<P extends ListPath> = {
  screen: ListScreen<P>;
  isFiltered: boolean;
  /** The address contains a page beyond the last row. */
  isBehind: boolean;
  onFirst: () => void;
  onClear: () => void;
};

export function EmptyList<P extends ListPath>({
  screen,
  isFiltered,
  isBehind,
  onFirst,
  onClear,
}: EmptyProps<P>) {
  const { empty, many } = screen;
  if (isBehind)
    return (
      <EmptyState
        icon={SearchX}
        title={t("Nothing on this page")}
        actions={<Button onClick={onFirst}>{t("Go to the first page")}</Button>}
      >
        {t("The list is shorter than this.")}
      </EmptyState>
    );
  if (isFiltered)
    return (
      <EmptyState
        icon={SearchX}
        title={t("No {many} match these filters.", { many })}
        actions={<Button onClick={onClear}>{t("Clear filters")}</Button>}
      >
        {Object.values<ListFilterField>(screen.filters).some(({ always }) => always) ? screen.found : null}
      </EmptyState>
    );
  return (
    <EmptyState
      icon={empty.icon}
      title={empty.title ?? t("No {many} yet", { many })}
      actions={empty.Start ? <empty.Start /> : null}
    >
      {empty.text}
    </EmptyState>
  );
}

type OpenRowProps<P extends ListPath> = {
  opens: OpenedDetail<P>;
  at: ListScreen<P>["at"];
  row: ListedRow<P> | null;
  around: CellContext;
  onClose: () => void;
  onFilter: (patch: Partial<FilterValues<P>>) => void;
};

/** All details of one row. */
export function OpenListRow<P extends ListPath>({
  opens,
  at: moment,
  row,
  around,
  onClose,
  onFilter,
}: OpenRowProps<P>) {
  const shown = useLastValue(row);
  const timeZone = useContext(TimeZone);
  if (!shown) return null;
  const only = (patch: Partial<FilterValues<P>>) => {
    onFilter(patch);
    onClose();
  };
  return (
    <Sheet open={row !== null} onOpenChange={(open) => !open && onClose()}>
      <SheetContent
        title={opens.title(shown, around)}
        description={exactTime(new Date(shown[moment] as string), timeZone)}
      >
        <SheetBody className="grid grid-cols-1 content-start gap-5">
          {opens.body(shown, around, only)}
        </SheetBody>
      </SheetContent>
    </Sheet>
  );
}
