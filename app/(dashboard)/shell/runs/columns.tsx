import type { ReactNode } from "react";
import { runStates, type ScheduledRow, type ShownState } from "@/app/(dashboard)/shell/runs/states";
import { numberText } from "@/components/format";
import { IntentLink } from "@/components/intent-link";
import type { Column } from "@/components/table/table-state";
import { Badge } from "@/components/ui/badge";
import { When } from "@/components/ui/when";
import { t } from "@/lib/base/languages/texts";

type NamedColumn<Row> = {
  header: string;
  href: (row: Row) => string;
  /** A line below the name. */
  about: (row: Row) => ReactNode;
};

export const nameColumn = <Row extends ScheduledRow>({
  header,
  href,
  about,
}: NamedColumn<Row>): Column<Row> => ({
  id: "title",
  header,
  cell: (row) => (
    <span className="grid max-w-96 min-w-0 leading-snug max-sm:max-w-44 max-sm:whitespace-normal max-sm:wrap-anywhere">
      <IntentLink
        href={href(row)}
        className="truncate rounded-sm font-medium underline-offset-4 hover:underline"
      >
        {row.title}
      </IntentLink>
      <span className="truncate text-muted text-xs max-sm:whitespace-normal">{about(row)}</span>
    </span>
  ),
});

export const RunStateBadge = ({ state: { label, tone } }: { state: ShownState }) => (
  <Badge tone={tone} dot>
    {label}
  </Badge>
);

const StateCell = ({ state, text }: { state: ShownState; text: ReactNode }) => (
  <span className="grid justify-items-start gap-0.5">
    <RunStateBadge state={state} />
    {text ? (
      <span className="max-w-80 whitespace-normal text-muted text-xs max-sm:max-w-32">{text}</span>
    ) : null}
  </span>
);

export const stateColumn = <Row extends ScheduledRow>(stateOf: (row: Row) => ShownState): Column<Row> => ({
  id: "state",
  header: t("State"),
  cell: (row) => <StateCell state={stateOf(row)} text={row.last?.problem} />,
});

/** When the last run succeeded, and when the next one begins. */
export const timeColumns = <Row extends ScheduledRow>(succeeded: string): Column<Row>[] => [
  {
    id: "succeeded",
    header: succeeded,
    wide: true,
    cell: ({ succeeded_at: at }) =>
      at ? <When at={at} className="text-muted" /> : <span className="text-muted">{t("Never")}</span>,
  },
  {
    id: "next",
    header: t("Next"),
    wide: true,
    cell: ({ next_at: at }) =>
      at ? <When at={at} className="text-muted" /> : <span className="text-muted">–</span>,
  },
];

type ShownRun = { id: number; started_at: string; state: keyof typeof runStates; problem: string | null };

/** When a run began, and how it ended. `note` is a text for runs without a problem. */
export const runColumns = <Run extends ShownRun>(note: (run: Run) => ReactNode): Column<Run>[] => [
  { id: "started", header: t("Started"), cell: ({ started_at: at }) => <When at={at} /> },
  {
    id: "state",
    header: t("State"),
    cell: (run) => <StateCell state={runStates[run.state]} text={run.problem ?? note(run)} />,
  },
];

export const countColumn = <Id extends string, Row extends { [key in Id]: number }>(
  id: Id,
  header: string,
  wide = false,
): Column<Row> => ({
  id,
  header,
  align: "end",
  wide,
  cell: (row) => <span className="num">{numberText(row[id])}</span>,
});
