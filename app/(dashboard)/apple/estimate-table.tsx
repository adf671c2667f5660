import { Smartphone } from "lucide-react";
import type { ReactNode } from "react";
import { CampaignCell } from "@/app/(dashboard)/shell/facts/fact-cells";
import { type FigureFormat, figureFormat } from "@/app/(dashboard)/shell/figure-format";
import { RangeCell, UnknownCell } from "@/app/(dashboard)/shell/figures/range-cell";
import { useProject } from "@/app/(dashboard)/shell/session";
import { EmptyState } from "@/components/empty-state";
import { IntentLink } from "@/components/intent-link";
import { DataTable } from "@/components/table/data-table";
import type { Column } from "@/components/table/table-state";
import { t } from "@/lib/base/languages/texts";
import type { IosEstimate, IosFigures, IosRow } from "@/lib/reporting/ios/schema";

type Row = IosFigures & { id: string; network: string; of: IosRow | null };

/** Each network, followed by its campaigns. */
const rowsOf = ({ networks }: IosEstimate): Row[] =>
  networks.flatMap(({ network, campaigns, ...figures }) => [
    { ...figures, id: network, network, of: null },
    ...campaigns.map((of) => ({ ...of, id: `${network} ${of.campaign?.id ?? ""}`, network, of })),
  ]);

export function EstimateTable({ data, raw, busy }: { data: IosEstimate; raw: boolean; busy: boolean }) {
  const { id, currency } = useProject();
  const format = figureFormat(currency);
  const base = `/p/${id}`;
  const count = (value: number) => format.full("count", value);
  const costOf = (row: Row, cell: ReactNode) => {
    const reason = reasonOf(row, format);
    return reason === null ? cell : <UnknownCell reason={reason} />;
  };
  const columns: Column<Row>[] = [
    { id: "name", header: t("Network and campaign"), cell: (row) => <Name row={row} base={base} /> },
    {
      id: "by_id",
      header: "ID",
      hint: t("Known by a click ID, a link, a referrer or the device's advertising ID."),
      align: "end",
      cell: ({ known }) => count(known.by_id),
    },
    {
      id: "by_token",
      header: t("Token"),
      hint: t("Known by Apple's answer about the install's token."),
      align: "end",
      cell: ({ known }) => count(known.by_token),
    },
    {
      id: "by_likelihood",
      header: t("Likely"),
      hint: t("Known by likelihood: the same IP, system and model shortly before."),
      align: "end",
      cell: ({ known }) => count(known.by_likelihood),
    },
    {
      id: "apple",
      header: t("Apple"),
      hint: t("First-window postbacks of a first download."),
      align: "end",
      cell: ({ apple }) => count(apple),
    },
    ...(raw ? rawColumns : estimateColumns)(format, costOf),
  ];
  return (
    <section className="grid grid-cols-1 gap-3" aria-label={t("By network and campaign")}>
      <h2 className="px-1 font-semibold text-base">{t("By network and campaign")}</h2>
      <DataTable
        label={t("Estimated iOS figures")}
        columns={columns}
        rows={rowsOf(data)}
        rowId={({ id: row }) => row}
        busy={busy}
        empty={
          <EmptyState icon={Smartphone} title={t("No iOS installs from ads in this period")} className="py-8">
            {t("Choose a longer period.")}
          </EmptyState>
        }
      />
    </section>
  );
}

type CostOf = (row: Row, cell: ReactNode) => ReactNode;

const spendColumn = (format: FigureFormat, costOf: CostOf): Column<Row> => ({
  id: "spend",
  header: "iOS spend",
  align: "end",
  cell: (row) => costOf(row, format.full("money", row.spend)),
});

const estimateColumns = (format: FigureFormat, costOf: CostOf): Column<Row>[] => [
  {
    id: "twice",
    header: t("Twice (est.)"),
    hint: t("Installs that are both known and in Apple's count."),
    align: "end",
    cell: ({ twice }) => <RangeCell unit="count" range={twice} format={format} />,
  },
  {
    id: "installs",
    header: t("Installs (est.)"),
    hint: t("Known installs and Apple's count, without those counted twice."),
    align: "end",
    cell: ({ installs }) => <RangeCell unit="count" range={installs} format={format} />,
  },
  {
    id: "revenue",
    header: t("Revenue (est.)"),
    hint: t("What known installs paid within 30 days, with Apple's revenue of the others."),
    align: "end",
    cell: ({ revenue }) => <RangeCell unit="money" range={revenue.total} format={format} />,
  },
  spendColumn(format, costOf),
  {
    id: "cost_per_install",
    header: t("Cost per install (est.)"),
    align: "end",
    cell: (row) => costOf(row, <RangeCell unit="money" range={row.cost_per_install} format={format} />),
  },
  {
    id: "roas",
    header: "ROAS (est.)",
    align: "end",
    cell: (row) => costOf(row, <RangeCell unit="ratio" range={row.roas} format={format} />),
  },
];

const rawColumns = (format: FigureFormat, costOf: CostOf): Column<Row>[] => [
  {
    id: "missing",
    header: t("No value"),
    hint: t("Apple's postbacks without a conversion value, of all three windows."),
    align: "end",
    cell: ({ missing }) => format.full("count", missing),
  },
  {
    id: "known_revenue",
    header: t("Known revenue"),
    hint: t("What known installs paid within 30 days."),
    align: "end",
    cell: ({ revenue }) => format.full("money", revenue.known),
  },
  {
    id: "apple_revenue",
    header: t("Apple's revenue"),
    hint: t(
      "The range of the conversion values that Apple sent, with its middle. Postbacks without a value count as nothing.",
    ),
    align: "end",
    cell: ({ revenue }) => <RangeCell unit="money" range={revenue.apple_reported} format={format} />,
  },
  spendColumn(format, costOf),
  {
    id: "raw_cost",
    header: t("Cost per Apple install"),
    align: "end",
    cell: (row) => costOf(row, format.full("money", row.raw.cost_per_install)),
  },
  {
    id: "raw_roas",
    header: t("Apple ROAS"),
    align: "end",
    cell: (row) => costOf(row, <RangeCell unit="ratio" range={row.raw.roas} format={format} />),
  },
];

function Name({ row: { network, of }, base }: { row: Row; base: string }) {
  if (of === null) return <span className="font-medium">{network}</span>;
  return (
    <span className="block ps-4">
      {of.campaign ? (
        <CampaignCell base={base} campaign={of.campaign} />
      ) : (
        <IntentLink href={`${base}/ios/setup`} className="rounded-sm text-muted hover:underline">
          {of.matches_several ? t("Not assigned, or several campaigns") : t("Not assigned")}
        </IntentLink>
      )}
    </span>
  );
}

function reasonOf({ unknown, not_broken_down }: Row, format: FigureFormat): string | null {
  if (unknown === null) return null;
  if (unknown === "no_campaign") return t("Not known: the sources aren't assigned to a campaign.");
  if (unknown === "no_spend") return t("No iOS spend in this period.");
  return t("Not known: {not_broken_down} of the spend isn't broken down by platform.", {
    not_broken_down: format.full("money", not_broken_down),
  });
}
