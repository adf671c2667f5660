import { Trash2 } from "lucide-react";
import { useContext } from "react";
import { noValueDash } from "@/app/(dashboard)/shell/facts/fact-cells";
import { figureFormat } from "@/app/(dashboard)/shell/figure-format";
import type { ListColumn } from "@/app/(dashboard)/shell/list/list-screen";
import { fullDay } from "@/components/format";
import { IntentLink } from "@/components/intent-link";
import { RowMenu } from "@/components/ui/row-menu";
import { When } from "@/components/ui/when";
import { t } from "@/lib/base/languages/texts";
import { countryName } from "@/lib/base/text/country-name";
import { networkLabel } from "@/lib/campaigns/networks";
import type { ListedSpend } from "@/lib/spend/list/schema";
import { DeleteSpendContext, type SpendToDelete } from "./delete-spend";
import { sourceLabels } from "./sources";
import { spendLevels } from "./spend-levels";

/** The key of a row, made of all its dimensions. */
export const spendRowKey = (row: ListedSpend) =>
  JSON.stringify([
    row.day,
    row.campaign.id,
    row.ad_set?.id,
    row.creative?.id,
    row.keyword?.id,
    row.platform,
    row.country,
  ]);

const only = (row: ListedSpend): SpendToDelete => ({
  title: t("Delete this row?"),
  row,
  rows: 1,
  filter: {
    from: row.day,
    to: row.day,
    campaign: row.campaign.id,
  },
  part: {
    ad_set_id: row.ad_set?.id ?? "",
    creative_id: row.creative?.id ?? "",
    keyword_id: row.keyword?.id ?? "",
    platform: row.platform ?? "",
    country: row.country ?? "",
  },
});

export const spendTableColumns: ListColumn<ListedSpend>[] = [
  {
    id: "campaign",
    header: t("Campaign"),
    cell: (row, { base }) => (
      <div className="grid max-w-60 grid-cols-1 leading-snug max-sm:max-w-26">
        <IntentLink
          href={`${base}/campaigns/${row.campaign.id}`}
          className="truncate rounded-sm font-medium hover:underline"
          title={row.campaign.name}
        >
          {row.campaign.name}
        </IntentLink>
        <span className="truncate text-muted text-xs">
          {row.campaign.network ? networkLabel(row.campaign.network) : t("No network")}
          {row.campaign.deleted ? ", deleted" : ""}
        </span>
      </div>
    ),
  },
  {
    id: "amount",
    header: t("Spend"),
    fixed: true,
    align: "end",
    cell: (row, { money }) => (
      <span className="num whitespace-nowrap font-medium">{money(row.amount_minor)}</span>
    ),
  },
  ...spendLevels.map(
    ([level, header]): ListColumn<ListedSpend> => ({
      id: level,
      header,
      wide: true,
      hidden: level === "keyword",
      cell: (row) => {
        const part = row[level];
        if (!part) return noValueDash;
        return (
          <span className="block max-w-44 truncate" title={`${part.name ?? part.id} (${part.id})`}>
            {part.name ?? <code className="font-mono text-xs">{part.id}</code>}
          </span>
        );
      },
    }),
  ),
  {
    id: "platform",
    header: t("Platform"),
    wide: true,
    cell: (row) => (row.platform === null ? noValueDash : row.platform === "IOS" ? "iOS" : t("Android")),
  },
  {
    id: "country",
    header: t("Country"),
    wide: true,
    cell: (row) => (row.country === null ? noValueDash : countryName(row.country)),
  },
  {
    id: "original",
    header: t("As billed"),
    wide: true,
    hint: t("The original amount, before conversion at its day's exchange rate."),
    align: "end",
    cell: (row, { currency }) =>
      row.currency === currency ? (
        noValueDash
      ) : (
        <span className="num whitespace-nowrap text-muted">
          {figureFormat(row.currency).full("money", row.original_minor)}
        </span>
      ),
  },
  {
    id: "source",
    header: t("Source"),
    wide: true,
    cell: (row) => {
      const source = sourceLabels[row.import?.kind ?? ""];
      if (!row.import || !source) return noValueDash;
      return (
        <span className="flex max-w-48 items-center gap-1.5 text-muted" title={source.label}>
          <source.icon className="size-3.5 shrink-0 text-faint" aria-hidden="true" />
          <span className="truncate">{row.import.name}</span>
        </span>
      );
    },
  },
  {
    id: "updated",
    header: t("Added"),
    hidden: true,
    cell: (row) => <When clock at={row.updated_at} className="text-muted" />,
  },
  {
    id: "actions",
    header: t("Actions"),
    quiet: true,
    fixed: true,
    align: "end",
    cell: (row) => <SpendMenu row={row} />,
  },
];

function SpendMenu({ row }: { row: ListedSpend }) {
  const onDelete = useContext(DeleteSpendContext);
  if (!onDelete) return null;
  const { day, campaign } = row;
  const ofDay = { from: day, to: day };
  const deletion = (label: string, what: SpendToDelete) => ({
    label,
    icon: Trash2,
    destructive: true,
    onSelect: () => onDelete(what),
  });
  return (
    <RowMenu
      of={`${campaign.name}, ${fullDay(day)}`}
      groups={[
        [
          deletion(t("Delete this row"), only(row)),
          deletion(t("Delete this day for the campaign"), {
            title: t("Delete {day} of “{name}”?", { day: fullDay(day), name: campaign.name }),
            filter: { ...ofDay, campaign: campaign.id },
            rows: null,
          }),
          deletion(t("Delete the whole day"), {
            title: t("Delete all of {day}?", { day: fullDay(day) }),
            filter: ofDay,
            rows: null,
          }),
        ],
      ]}
    />
  );
}
