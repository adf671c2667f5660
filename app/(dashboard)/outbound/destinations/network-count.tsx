import { useProject } from "@/app/(dashboard)/shell/session";
import { fullDay, numberText } from "@/components/format";
import { IntentLink } from "@/components/intent-link";
import { rich } from "@/components/rich";
import { DataTable } from "@/components/table/data-table";
import type { Column } from "@/components/table/table-state";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { t } from "@/lib/base/languages/texts";
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
          header: t("Not refused"),
          hint: t("Sent, minus conversions that the network rejected later."),
          align: "end",
          cell: ({ accepted }) => shown(accepted),
        },
      ]
    : [];
  return [
    {
      id: "name",
      header: t("Conversion"),
      fixed: true,
      cell: ({ name }) => (name === "" ? t("Installs") : name),
    },
    { id: "sent", header: t("Sent"), align: "end", cell: ({ sent }) => shown(sent) },
    ...reportedColumns,
    {
      id: "network",
      header: t("{label} counts", { label }),
      hint: t("Conversions it claims for its own ads, including views and modeled ones."),
      align: "end",
      cell: ({ network }) => shown(network),
    },
    {
      id: "difference",
      header: t("Difference"),
      hint: t("Counted by the network but not sent."),
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
        title={t("{label}’s own counts", { label })}
        description={
          state === "reported"
            ? t("On {days, plural, one {the one day} other {the # days}} since {since} that it reported.", {
                days,
                since: fullDay(since),
              })
            : undefined
        }
      />
      {state === "reported" ? (
        <>
          <DataTable
            label={t("What {label} counts", { label })}
            columns={columnsOf(label, rows)}
            rows={rows}
            rowId={({ name }) => name}
            empty={null}
          />
          <CardBody className="pt-4 text-muted text-sm">
            {rich(
              "It counts the conversions it claims for its own ads, and may use other names than your mapping. <link>See why installs differ</link>",
              {
                link: (text) => (
                  <IntentLink href={`/p/${project}/report/discrepancies?network=${network}`} className={link}>
                    {text}
                  </IntentLink>
                ),
              },
            )}
          </CardBody>
        </>
      ) : (
        <CardBody className="text-muted text-sm">
          {state === "no_account"
            ? rich("Unknown: no ad account of {label} is connected. <link>Connect one</link>", {
                label,
                link: (text) => (
                  <IntentLink href={`/p/${project}/spend/sources`} className={link}>
                    {text}
                  </IntentLink>
                ),
              })
            : rich(
                "Unknown: the connected ad account has reported no installs or conversions since {since}. <link>See the account</link>",
                {
                  since: fullDay(since),
                  link: (text) => (
                    <IntentLink href={`/p/${project}/spend/sources`} className={link}>
                      {text}
                    </IntentLink>
                  ),
                },
              )}
        </CardBody>
      )}
    </Card>
  );
}
