import { Smartphone } from "lucide-react";
import type { ReactNode } from "react";
import { CampaignCell } from "@/app/(dashboard)/shell/facts/fact-cells";
import { type FigureFormat, figureFormat } from "@/app/(dashboard)/shell/figure-format";
import { RangeCell, UnknownCell } from "@/app/(dashboard)/shell/figures/range-cell";
import { useProject } from "@/app/(dashboard)/shell/session";
import { EmptyState } from "@/components/empty-state";
import { numberText } from "@/components/format";
import { IntentLink } from "@/components/intent-link";
import { DataTable } from "@/components/table/data-table";
import type { Column } from "@/components/table/table-state";
import type { AppleCounted, AppleFigures } from "@/lib/apple/figures/schema";
import { t } from "@/lib/base/languages/texts";

type Group = AppleFigures["groups"][number];
type Row = AppleCounted & { id: string; group: Group; source: string | null | undefined; more?: number };

/** Each campaign of a network, followed by its source identifiers. */
const rowsOf = (groups: readonly Group[]): Row[] =>
  groups.flatMap((group) => {
    const id = `${group.network_id} ${group.campaign?.id ?? (group.matches_several ? "several" : "")}`;
    return [
      { ...group, id, group, source: undefined },
      ...group.sources.map((source) => ({
        ...source,
        id: `${id} ${source.source_identifier}`,
        group,
        source: source.source_identifier,
      })),
      ...(group.others
        ? [
            {
              ...group.others,
              id: t("{id} others", { id }),
              group,
              source: null,
              more: group.others.identifiers,
            },
          ]
        : []),
    ];
  });

export function AppleGroups({ data, busy }: { data: AppleFigures; busy: boolean }) {
  const { id, currency } = useProject();
  const format = figureFormat(currency);
  const base = `/p/${id}`;
  const count = (value: number) => format.full("count", value);
  /** Costs belong to a campaign, not to a source. */
  const ofCampaign = ({ group, source }: Row, known: (group: Group) => ReactNode) => {
    if (source !== undefined) return null;
    const reason = reasonOf(group, format);
    return reason === null ? known(group) : <UnknownCell reason={reason} />;
  };
  const columns: Column<Row>[] = [
    {
      id: "name",
      header: t("Network and source"),
      cell: (row) => <Name row={row} base={base} days={data} />,
    },
    {
      id: "campaign",
      header: t("Campaign"),
      cell: ({ group, source }) =>
        source !== undefined ? null : group.campaign ? (
          <CampaignCell base={base} campaign={group.campaign} />
        ) : (
          <IntentLink href={`${base}/ios/setup`} className="rounded-sm text-muted hover:underline">
            {group.matches_several ? t("Several campaigns") : t("Not assigned")}
          </IntentLink>
        ),
    },
    ...([0, 1, 2] as const).map(
      (sequence): Column<Row> => ({
        id: `window-${sequence}`,
        header: t("Window {sequence}", { sequence: sequence + 1 }),
        align: "end",
        cell: ({ windows }) => count(windows[sequence]),
      }),
    ),
    {
      id: "none",
      header: t("No value"),
      align: "end",
      cell: ({ none: without, windows }) =>
        format.even("percent", windows[0] === 0 ? null : (100 * without) / windows[0]),
    },
    {
      id: "revenue",
      header: t("Est. revenue"),
      align: "end",
      cell: ({ revenue }) => <RangeCell unit="money" range={revenue} format={format} />,
    },
    {
      id: "spend",
      header: "iOS spend",
      align: "end",
      cell: (row) => ofCampaign(row, ({ cost }) => format.full("money", cost.spend)),
    },
    {
      id: "cost_per_install",
      header: t("Est. cost per install"),
      align: "end",
      cell: (row) => ofCampaign(row, ({ cost }) => format.full("money", cost.cost_per_install)),
    },
    {
      id: "roas",
      header: t("Est. ROAS"),
      align: "end",
      cell: (row) =>
        ofCampaign(row, ({ cost }) => <RangeCell unit="ratio" range={cost.roas} format={format} />),
    },
  ];
  return (
    <section className="grid grid-cols-1 gap-3" aria-label={t("By network, source and campaign")}>
      <h2 className="px-1 font-semibold text-base">{t("By network, source and campaign")}</h2>
      <DataTable
        label={t("Apple's counts")}
        columns={columns}
        rows={rowsOf(data.groups)}
        rowId={({ id: row }) => row}
        busy={busy}
        empty={
          <EmptyState icon={Smartphone} title={t("No postbacks in this period")} className="py-8">
            {t("Choose a longer period.")}
          </EmptyState>
        }
      />
      <p className="px-1 text-muted text-xs">
        {t(
          "Revenue is the range of the conversion values, with its middle. Apple doesn't sign it. A range without an upper end counts with its lower end. Cost per install and ROAS divide by iOS spend only, of the same days. Postbacks arrive days after the install, so compare by estimated install day.{ambiguous}{unknown}",
          {
            ambiguous:
              data.ambiguous > 0
                ? ` ${t("For {ambiguous} the schema changed while they may have begun: the range covers both.", { ambiguous: count(data.ambiguous) })}`
                : "",
            unknown:
              data.unknown > 0
                ? ` ${t("{unknown} have a value that no rule of their schema gives.", { unknown: count(data.unknown) })}`
                : "",
          },
        )}
      </p>
    </section>
  );
}

function Name({ row: { group, source, more }, base, days }: { row: Row; base: string; days: AppleFigures }) {
  const query = new URLSearchParams({ standing: "counted", network: group.network_id });
  if (days.by === "received") {
    query.set("from", days.from);
    query.set("to", days.to);
  }
  if (source === undefined) return <span className="font-medium">{group.network}</span>;
  if (more !== undefined)
    return (
      <span className="ps-4 text-muted">
        {t("{more} other {more2, plural, one {source} other {sources}}", {
          more: numberText(more),
          more2: more,
        })}
      </span>
    );
  if (source === null) return <span className="ps-4 text-muted">{t("No source identifier")}</span>;
  query.set("source", source);
  return (
    <IntentLink
      href={`${base}/ios/postbacks?${query}`}
      className="ms-4 rounded-sm font-mono text-xs hover:underline"
    >
      {source}
    </IntentLink>
  );
}

function reasonOf({ cost: { unknown, not_broken_down }, matches_several }: Group, format: FigureFormat) {
  if (unknown === null) return null;
  if (matches_several) return t("Not known: the digits match sources of several campaigns.");
  if (unknown === "no_campaign") return t("Not known: the source isn't assigned to a campaign.");
  if (unknown === "several_networks") return t("Not known: the campaign has sources of several networks.");
  if (unknown === "no_spend") return t("The campaign has no iOS spend in this period.");
  return t("Not known: {not_broken_down} of the campaign's spend isn't broken down by platform.", {
    not_broken_down: format.full("money", not_broken_down),
  });
}
