import {
  type DeliveryState,
  deliveryStateLabels,
  type NetworkAnswerState,
  networkAnswerStates,
} from "@/app/(dashboard)/shell/facts/delivery-labels";
import { useProject } from "@/app/(dashboard)/shell/session";
import { fullDay, numberText } from "@/components/format";
import { IntentLink } from "@/components/intent-link";
import { DataTable } from "@/components/table/data-table";
import type { Column } from "@/components/table/table-state";
import { t } from "@/lib/base/languages/texts";
import type { ReportDay } from "@/lib/outbound/deliveries/schema";
import { lagText } from "./report-rules";

const states: { state: DeliveryState; hint?: string }[] = [
  { state: "sent" },
  { state: "dry" },
  { state: "waiting" },
  { state: "queued", hint: t("In progress, or waiting for a retry.") },
  { state: "skipped" },
  { state: "withheld" },
  { state: "dead" },
];

const link = "rounded-sm decoration-line-strong underline-offset-4 hover:underline";

const listOf = (project: number, destination: number, day: string, by: Record<string, string>) =>
  `/p/${project}/deliveries?${new URLSearchParams({ destination: String(destination), ...by, from: day, to: day })}`;

const movedColumn = (project: number, destination: number): Column<ReportDay> => ({
  id: "moved",
  header: t("Sent, then moved"),
  hint: t(
    "Sent before their install was attributed to another campaign. The second number: those that Cairn asked the destination to retract.",
  ),
  align: "end",
  cell: ({ day, moved, cancelled: back }) =>
    moved === 0 ? (
      <span className="text-faint">0</span>
    ) : (
      <>
        <IntentLink href={listOf(project, destination, day, { moved: "yes" })} className={link}>
          {numberText(moved)}
        </IntentLink>
        <span className="text-muted"> {t("· {back} taken back", { back: numberText(back) })}</span>
      </>
    ),
});

/** The later results of requests that the network had accepted; empty if it reports none. */
const answersIn = (days: readonly ReportDay[]) =>
  (Object.keys(networkAnswerStates) as NetworkAnswerState[]).filter((each) =>
    days.some(({ answers }) => answers[each]),
  );

const answerColumn = (
  project: number,
  destination: number,
  answer: NetworkAnswerState,
): Column<ReportDay> => ({
  id: `answer_${answer}`,
  header: networkAnswerStates[answer].label,
  hint: answerHints[answer],
  align: "end",
  cell: ({ day, answers }) => {
    const count = answers[answer] ?? 0;
    if (count === 0) return <span className="text-faint">0</span>;
    return (
      <IntentLink href={listOf(project, destination, day, { answer })} className={link}>
        {numberText(count)}
      </IntentLink>
    );
  },
});

const answerHints: Record<NetworkAnswerState, string> = {
  pending: t("Sent and accepted; the network is still processing the requests that carried them."),
  accepted: t("Sent, accepted and processed by the network without an error."),
  partly_refused: t("Sent in requests that the network rejected in part later, without naming the part."),
  refused: t("Sent in requests that the network accepted and later rejected."),
  unknown: t("Sent and accepted, without a result from the network within a day."),
};

/** The figures of each day, linked to their deliveries. */
export function DeliveryReportDays({
  days,
  destination,
}: {
  days: readonly ReportDay[];
  destination: number;
}) {
  const { id: project } = useProject();
  const known = states.filter(({ state }) => state === "sent" || days.some((each) => each.states[state]));
  const columns: Column<ReportDay>[] = [
    { id: "day", header: t("Day"), fixed: true, cell: ({ day }) => fullDay(day) },
    ...known.map(
      ({ state, hint }): Column<ReportDay> => ({
        id: state,
        header: deliveryStateLabels[state].label,
        ...(hint ? { hint } : {}),
        align: "end",
        cell: ({ day, states: counts }) => {
          const count = counts[state] ?? 0;
          if (count === 0) return <span className="text-faint">0</span>;
          return (
            <IntentLink href={listOf(project, destination, day, { state })} className={link}>
              {numberText(count)}
            </IntentLink>
          );
        },
      }),
    ),
    ...answersIn(days).map((answer) => answerColumn(project, destination, answer)),
    ...(days.some(({ moved }) => moved > 0) ? [movedColumn(project, destination)] : []),
    {
      id: "p50",
      header: t("Median delay"),
      hint: t("From the event to its acceptance. Half of those sent were faster."),
      align: "end",
      cell: ({ lag_p50: lag }) => lagText(lag),
    },
    {
      id: "p95",
      header: "95% within",
      hint: t("19 of 20 that were sent were faster."),
      align: "end",
      cell: ({ lag_p95: lag }) => lagText(lag),
    },
  ];
  return <DataTable label={t("Days")} columns={columns} rows={days} rowId={({ day }) => day} empty={null} />;
}
