import { useProject } from "@/app/(dashboard)/shell/session";
import { fullDay, numberText } from "@/components/format";
import { IntentLink } from "@/components/intent-link";
import { DataTable } from "@/components/table/data-table";
import type { Column } from "@/components/table/table-state";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { networkLabel } from "@/lib/campaigns/networks";
import type { NetworkCount as Count } from "@/lib/outbound/deliveries/network-count-schema";

type Row = Count["rows"][number];

const shown = (count: number | null) =>
  count === null ? <span className="text-faint">–</span> : numberText(Math.round(count * 100) / 100);

const signed = (count: number) => `${count > 0 ? "+" : count < 0 ? "−" : ""}${numberText(Math.abs(count))}`;

function columnsOf(label: string, rows: readonly Row[]): Column<Row>[] {
  const reportedColumns: Column<Row>[] = rows.some(({ accepted }) => accepted !== null)
    ? [
        {
          id: "accepted",
          header: "Not refused",
          hint: "Sent, minus conversions that the network rejected later.",
          align: "end",
          cell: ({ accepted }) => shown(accepted),
        },
      ]
    : [];
  return [
    { id: "name", header: "Conversion", fixed: true, cell: ({ name }) => (name === "" ? "Installs" : name) },
    { id: "sent", header: "Sent", align: "end", cell: ({ sent }) => shown(sent) },
    ...reportedColumns,
    {
      id: "network",
      header: `${label} counts`,
      hint: "Conversions it claims for its own ads, including views and modeled ones.",
      align: "end",
      cell: ({ network }) => shown(network),
    },
    {
      id: "difference",
      header: "Difference",
      hint: "Counted by the network but not sent.",
      align: "end",
      cell: ({ sent, network }) =>
        sent === null || network === null ? shown(null) : signed(Math.round((network - sent) * 100) / 100),
    },
  ];
}

/** The network's own count next to the number of deliveries. */
export function NetworkCountCard({ count }: { count: Count }) {
  const { id: project } = useProject();
  const { network, state, since, days, rows } = count;
  const label = networkLabel(network) ?? network;
  const link = "rounded-sm underline underline-offset-4";
  return (
    <Card>
      <CardHeader
        title={`${label}’s own counts`}
        description={
          state === "reported"
            ? `On ${days === 1 ? "the one day" : `the ${days} days`} since ${fullDay(since)} that it reported.`
            : undefined
        }
      />
      {state === "reported" ? (
        <>
          <DataTable
            label={`What ${label} counts`}
            columns={columnsOf(label, rows)}
            rows={rows}
            rowId={({ name }) => name}
            empty={null}
          />
          <CardBody className="pt-4 text-muted text-sm">
            It counts the conversions it claims for its own ads, and may use other names than your mapping.{" "}
            <IntentLink href={`/p/${project}/report/discrepancies?network=${network}`} className={link}>
              See why installs differ
            </IntentLink>
          </CardBody>
        </>
      ) : (
        <CardBody className="text-muted text-sm">
          {state === "no_account" ? (
            <>
              Unknown: no ad account of {label} is connected.{" "}
              <IntentLink href={`/p/${project}/spend/sources`} className={link}>
                Connect one
              </IntentLink>
            </>
          ) : (
            <>
              Unknown: the connected ad account has reported no installs or conversions since {fullDay(since)}
              .{" "}
              <IntentLink href={`/p/${project}/spend/sources`} className={link}>
                See the account
              </IntentLink>
            </>
          )}
        </CardBody>
      )}
    </Card>
  );
}
