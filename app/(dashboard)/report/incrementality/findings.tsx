import { figureFormat, percentText } from "@/app/(dashboard)/shell/figure-format";
import { Alert } from "@/components/ui/alert";
import { Card } from "@/components/ui/card";
import { Stat } from "@/components/ui/stat";
import { networkLabel } from "@/lib/campaigns/networks";
import { type Interval, type ResultData, testKpis } from "@/lib/reporting/incrementality/schema";
import { kpiUnit, roundedCount } from "./labels";

const nouns = { installs: "install", signups: "sign-up", revenue: "revenue" } as const;

/** The answer in one sentence. */
function conclusionOf(
  { effect, test, kpi, attributed }: ResultData,
  figure: (value: number) => string,
): { tone: "success" | "info" | "warning"; title: string; text: string } | null {
  if (!effect) return null;
  const network = networkLabel(test.network);
  const name = testKpis[kpi].toLowerCase();
  const { low, high, value } = effect.total;
  const range = `${figure(low)} to ${figure(high)}`;
  if (!effect.is_clear)
    return {
      tone: "info",
      title: `No effect of ${network} that stands out of chance`,
      text: `The difference is ${figure(value)} ${name}, with ${test.confidence}% confidence ${range}, which includes 0. ${network} added at most ${figure(Math.max(0, high))}; the ${name} attributed to it changed by ${figure(attributed.change)}. A longer test, or more countries, would show a smaller effect.`,
    };
  if (value > 0)
    return {
      tone: "success",
      title: `${network} added ${figure(value)} ${name}`,
      text: `With ${test.confidence}% confidence ${range}. The change of attributed ${name} is ${figure(attributed.change)}.`,
    };
  return {
    tone: "warning",
    title: `There were more ${name} without ${network}`,
    text: `The difference is ${figure(value)} (${range}). Something else changed in these countries on these days.`,
  };
}

export function Findings({ data }: { data: ResultData }) {
  const { test, kpi, effect, attributed, spend } = data;
  const { full } = figureFormat(data.currency);
  const figure = (value: number) => full(kpiUnit(kpi), roundedCount(kpi, value));
  const network = networkLabel(test.network);
  const name = testKpis[kpi].toLowerCase();
  const conclusion = conclusionOf(data, figure);
  const range = ({ low, high }: Interval, text: (value: number) => string) => `${text(low)} to ${text(high)}`;
  const isStart = test.kind === "start_regions";
  return (
    <>
      {conclusion ? (
        <Alert tone={conclusion.tone} title={conclusion.title}>
          {conclusion.text}
        </Alert>
      ) : null}
      <Card className="grid grid-cols-2 divide-line sm:grid-cols-3 sm:divide-x xl:grid-cols-5">
        <Stat
          label={`Incremental ${name}`}
          hint={`What ${network} added in total: ${isStart ? "actual minus predicted" : "predicted minus actual"}, over all days of the test.`}
          value={effect ? figure(effect.total.value) : null}
          footnote={effect ? range(effect.total, figure) : undefined}
        />
        <Stat
          label="Per day"
          hint={`The same, divided by the days of the test; and as a part of all predicted ${name}.`}
          value={effect ? figure(effect.per_day.value) : null}
          footnote={
            effect
              ? `${percentText(effect.percent.value / 100)} of all (${range(effect.percent, (value) => percentText(value / 100))})`
              : undefined
          }
        />
        <Stat
          label={`Per attributed ${nouns[kpi]}`}
          hint={`Incremental ${name}, divided by the change of ${name} attributed to ${network}. 100% means that its claims are true. Only if the effect is clear.`}
          value={
            data.incremental_per_attributed === null ? null : percentText(data.incremental_per_attributed)
          }
          footnote={`${figure(attributed.before)} attributed before, ${figure(attributed.during)} during`}
        />
        <Stat
          label="Change of spend"
          hint={`Spend on ${network} in the countries of the test: the same number of days before, and during.`}
          value={full("money", spend.change)}
          footnote={`${full("money", spend.before)} before, ${full("money", spend.during)} during`}
        />
        {kpi === "revenue" ? (
          <Stat
            label="Incremental ROAS"
            hint="Incremental revenue, divided by the change of spend. Only if the effect is clear."
            value={data.incremental_roas === null ? null : full("ratio", data.incremental_roas)}
          />
        ) : (
          <Stat
            label={`Cost per incremental ${nouns[kpi]}`}
            hint={`The change of spend, divided by incremental ${name}. Only if the effect is clear.`}
            value={
              data.cost_per_incremental === null ? null : full("money", Math.round(data.cost_per_incremental))
            }
          />
        )}
      </Card>
    </>
  );
}
