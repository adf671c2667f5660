import { Ban, Rows3 } from "lucide-react";
import { useState } from "react";
import { at, withQuery } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { AffiliateFilter } from "@/app/(dashboard)/shell/facts/affiliate-filter";
import { NetworkFilter } from "@/app/(dashboard)/shell/facts/network-filter";
import { percentText } from "@/app/(dashboard)/shell/figure-format";
import { ExportCsv } from "@/app/(dashboard)/shell/list/export-csv";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";
import { cn } from "@/components/cn";
import { EmptyState } from "@/components/empty-state";
import { Select } from "@/components/fields/select";
import { numberText } from "@/components/format";
import { IntentLink } from "@/components/intent-link";
import { rich } from "@/components/rich";
import { DataTable } from "@/components/table/data-table";
import { actionsColumn, type Column } from "@/components/table/table-state";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { RowMenu } from "@/components/ui/row-menu";
import { Tooltip } from "@/components/ui/tooltip";
import { useLastValue } from "@/components/use-last";
import { urlChoice, urlText, useUrlState } from "@/components/use-url-state";
import { type PublisherTimes, type SourcesData, smallSample } from "@/lib/attribution/sources/schema";
import { addDays } from "@/lib/base/days";
import { t } from "@/lib/base/languages/texts";
import { dayIn } from "@/lib/base/time";
import { networkLabel } from "@/lib/campaigns/networks";
import { unknownPublisher } from "@/lib/ledger/ad-ids/publishers";
import { AddBlockEntry, type BlockedPublisher } from "./block-entry-form";
import { TimeBars } from "./time-bars";

const periods = ["7", "30", "90"] as const;
const codecs = {
  days: urlChoice(periods, "30"),
  network: urlText(),
  affiliate: urlText(),
};

type Timed = SourcesData["total"];
type Row = PublisherTimes & { isTotal?: true };

/** Publishers by the time from click to install, and the evidence of fraud for a refund claim. */
export function Sources() {
  const project = useProject();
  const [{ days, network, affiliate }, setAddress] = useUrlState(codecs);
  const to = dayIn(project.time_zone, new Date());
  const query = {
    from: addDays(to, 1 - Number(days)),
    to,
    ...(network && { network }),
    ...(affiliate && { affiliate }),
  };
  const path = at("/projects/:project/rules/sources", { project: project.id });
  const { data, error, refetch } = useGet(withQuery(path, query));
  const lacking = useMissingRoleText("blocks.write");
  const [blocked, setBlocked] = useState<BlockedPublisher | null>(null);
  const lastBlocked = useLastValue(blocked) ?? undefined;
  const installs = (row: Row) =>
    `/p/${project.id}/installs?counted=yes&kind=INSTALL&touch=CLICK&campaign=${affiliate ? `affiliate:${affiliate}` : "inorganic"}&from=${query.from}&to=${to}${
      row.network ? `&network=${row.network}` : network ? `&network=${network}` : ""
    }${row.isTotal ? "" : `&publisher=${encodeURIComponent(row.publisher ?? unknownPublisher)}`}`;
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <Select
          size="sm"
          aria-label={t("Period")}
          className="w-auto"
          value={days}
          options={periods.map((value) => ({ value, label: t("Last {value} days", { value }) }))}
          onValueChange={(next) => setAddress({ days: next })}
        />
        <NetworkFilter value={network} onValueChange={(next) => setAddress({ network: next })} />
        <AffiliateFilter value={affiliate} onValueChange={(next) => setAddress({ affiliate: next })} />
      </div>
      <Card>
        <CardHeader
          title={t("Evidence for a refund claim")}
          description={t(
            "One row for each install on which a fraud rule fired, with its reason in words. Installs that fraud rules kept from a network are included.",
          )}
          actions={
            data && data.evidence.installs > 0 ? (
              <ExportCsv
                file={withQuery(
                  at("/projects/:project/rules/evidence/export.csv", { project: project.id }),
                  query,
                )}
              />
            ) : null
          }
        />
        <CardBody>
          {data ? <EvidenceText {...data.evidence} days={days} /> : <p className="text-muted text-sm">…</p>}
        </CardBody>
      </Card>
      {data && data.invalid_purchases.length > 0 ? (
        <InvalidPurchases
          rows={data.invalid_purchases}
          href={`/p/${project.id}/payments?check=invalid&from=${query.from}&to=${to}`}
        />
      ) : null}
      <div className="grid grid-cols-1 gap-3">
        <div className="max-w-prose">
          <h2 className="font-semibold text-base">{t("Time from click to install")}</h2>
          <p className="text-muted text-sm">
            {t(
              "Attributed installs after a click. Bars are shares of the row's installs; the line is the share of all sources together.",
            )}
          </p>
        </div>
        <DataTable
          label={t("Publishers")}
          columns={columnsOf({
            total: data?.total,
            href: installs,
            onBlock: lacking ? null : setBlocked,
          })}
          rows={data && rowsOf(data)}
          rowId={(row) => (row.isTotal ? "total" : `${row.network} ${row.publisher}`)}
          error={error}
          onRetry={() => void refetch()}
          empty={
            <EmptyState icon={Rows3} title={t("No installs after clicks")}>
              {t("Attributed installs of the chosen days appear here by publisher.")}
            </EmptyState>
          }
        />
        <AddBlockEntry
          key={`${lastBlocked?.network} ${lastBlocked?.publisher}`}
          of={lastBlocked}
          path={at("/projects/:project/blocks", { project: project.id })}
          open={blocked !== null}
          onOpenChange={() => setBlocked(null)}
        />
        {data?.more ? (
          <p className="text-muted text-sm">{t("Only the largest publishers are listed.")}</p>
        ) : null}
      </div>
    </>
  );
}

function EvidenceText({
  installs,
  attributed,
  not_attributed: rejected,
  days,
}: SourcesData["evidence"] & { days: string }) {
  if (installs === 0)
    return (
      <p className="text-muted text-sm">
        {t("No fraud rule fired on installs of these sources in {days} days.", { days })}
      </p>
    );
  return (
    <p className="text-sm">
      {rich(
        "<span>{installs}</span> {installs2, plural, one {install} other {installs}} in {days} days: {rejected} not attributed, {attributed} attributed in spite of a finding.",
        {
          installs: numberText(installs),
          span: (text) => <span className="num font-medium">{text}</span>,
          installs2: installs,
          days,
          rejected: numberText(rejected),
          attributed: numberText(attributed),
        },
      )}
    </p>
  );
}

/** Findings about purchases, which do not change the attribution of their install. */
const InvalidPurchases = ({ rows, href }: { rows: SourcesData["invalid_purchases"]; href: string }) => (
  <Card>
    <CardHeader
      title={t("Invalid purchases")}
      description={t(
        "Payments that the store's check rejected, by the reason. They are not in revenue if the check is required.",
      )}
      actions={
        <IntentLink href={href} className="rounded-sm text-sm underline underline-offset-2">
          {t("Payments")}
        </IntentLink>
      }
    />
    <CardBody>
      <ul className="grid gap-1.5 text-sm">
        {rows.map(({ reason, text, payments, users }) => (
          <li key={reason} className="grid grid-cols-[auto_1fr] gap-x-2">
            <span className="num font-medium">{numberText(payments)}</span>
            <span>
              {text ?? t("No reason is known.")}{" "}
              <span className="text-muted">
                {t("{users, plural, one {# user} other {# users}}", { users })}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </CardBody>
  </Card>
);

/** The whole first, to compare the publishers with it. */
const rowsOf = ({ total, publishers }: SourcesData): Row[] =>
  publishers.length === 0
    ? []
    : [
        {
          ...total,
          isTotal: true,
          network: null,
          publisher: null,
          suspicious: publishers.reduce((sum, { suspicious }) => sum + suspicious, 0),
        },
        ...publishers,
      ];

type Around = {
  total: Timed | undefined;
  href: (row: Row) => string;
  /** Null if the member may not change rules. */
  onBlock: ((publisher: BlockedPublisher) => void) | null;
};

const columnsOf = ({ total, href, onBlock }: Around): Column<Row>[] => [
  {
    id: "publisher",
    header: t("Publisher"),
    cell: (row) => (
      <span className="grid leading-snug">
        <span className={cn("break-all", row.isTotal ? "font-semibold" : "font-medium")}>
          {row.isTotal ? t("All sources") : (row.publisher ?? t("No publisher"))}
        </span>
        {row.isTotal ? null : (
          <span className="text-muted text-xs">
            {row.network ? networkLabel(row.network) : t("No network")}
          </span>
        )}
      </span>
    ),
  },
  {
    id: "installs",
    header: t("Installs"),
    align: "end",
    cell: (row) => (
      <IntentLink href={href(row)} className="rounded-sm hover:underline">
        {numberText(row.installs)}
      </IntentLink>
    ),
  },
  {
    id: "suspicious",
    header: t("Suspicious"),
    hint: t("Installs of the row on which a fraud rule fired."),
    align: "end",
    wide: true,
    cell: ({ suspicious }) =>
      suspicious === 0 ? <span className="text-faint">0</span> : numberText(suspicious),
  },
  {
    id: "fast",
    header: t("Under 10 s"),
    hint: t(
      "The share of the row's installs within ten seconds of the click, which a store download rarely allows.",
    ),
    align: "end",
    cell: (row) =>
      row.installs < smallSample ? (
        <Tooltip content={t("Fewer than {smallSample} installs: a share would say little.", { smallSample })}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the reason has to be reachable by keyboard */}
          <span tabIndex={0} className="text-faint text-xs">
            {t("Few installs")}
          </span>
        </Tooltip>
      ) : (
        percentText(row.times[0]! / row.installs)
      ),
  },
  {
    id: "times",
    header: t("Click to install"),
    wide: true,
    cell: (row) => <TimeBars row={row} total={row.isTotal ? undefined : total} />,
  },
  actionsColumn(({ publisher, network }) =>
    publisher === null || onBlock === null ? null : (
      <RowMenu
        of={
          network ? t("{publisher} of {network}", { publisher, network: networkLabel(network) }) : publisher
        }
        groups={[
          [{ label: t("Block or limit…"), icon: Ban, onSelect: () => onBlock({ publisher, network }) }],
        ]}
      />
    ),
  ),
];
