import { figureFormat, percentText } from "@/app/(dashboard)/shell/figure-format";
import { Alert } from "@/components/ui/alert";
import { Card } from "@/components/ui/card";
import { Stat } from "@/components/ui/stat";
import { inSentence, t } from "@/lib/base/languages/texts";
import { networkLabel } from "@/lib/campaigns/networks";
import { type Interval, type ResultData, testKpis } from "@/lib/reporting/incrementality/schema";
import { kpiUnit, roundedCount } from "./labels";

const nouns = { installs: t("install"), signups: t("sign-up"), revenue: t("revenue") } as const;

/** The answer in one sentence. */
function conclusionOf(
  { effect, test, kpi, attributed }: ResultData,
  figure: (value: number) => string,
): { tone: "success" | "info" | "warning"; title: string; text: string } | null {
  if (!effect) return null;
  const network = networkLabel(test.network);
  const name = inSentence(testKpis[kpi]);
  const { low, high, value } = effect.total;
  const range = t("{low} to {high}", { low: figure(low), high: figure(high) });
  if (!effect.is_clear)
    return {
      tone: "info",
      title: t("No effect of {network} that stands out of chance", { network }),
      text: t(
        "The difference is {figure} {name}, with {confidence}% confidence {range}, which includes 0. {network} added at most {figure2}; the {name} attributed to it changed by {change}. A longer test, or more countries, would show a smaller effect.",
        {
          figure: figure(value),
          name,
          confidence: test.confidence,
          range,
          network,
          figure2: figure(Math.max(0, high)),
          change: figure(attributed.change),
        },
      ),
    };
  if (value > 0)
    return {
      tone: "success",
      title: t("{network} added {figure} {name}", { network, figure: figure(value), name }),
      text: t("With {confidence}% confidence {range}. The change of attributed {name} is {change}.", {
        confidence: test.confidence,
        range,
        name,
        change: figure(attributed.change),
      }),
    };
  return {
    tone: "warning",
    title: t("There were more {name} without {network}", { name, network }),
    text: t(
      "The difference is {figure} ({range}). Something else changed in these countries on these days.",
      { figure: figure(value), range },
    ),
  };
}

export function Findings({ data }: { data: ResultData }) {
  const { test, kpi, effect, attributed, spend } = data;
  const { full } = figureFormat(data.currency);
  const figure = (value: number) => full(kpiUnit(kpi), roundedCount(kpi, value));
  const network = networkLabel(test.network);
  const name = inSentence(testKpis[kpi]);
  const conclusion = conclusionOf(data, figure);
  const range = ({ low, high }: Interval, text: (value: number) => string) =>
    t("{low} to {high}", { low: text(low), high: text(high) });
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
          label={t("Incremental {name}", { name })}
          hint={t(
            "What {network} added in total: {if_start, select, yes {actual minus predicted} other {predicted minus actual}}, over all days of the test.",
            { network, if_start: isStart ? "yes" : "no" },
          )}
          value={effect ? figure(effect.total.value) : null}
          footnote={effect ? range(effect.total, figure) : undefined}
        />
        <Stat
          label={t("Per day")}
          hint={t("The same, divided by the days of the test; and as a part of all predicted {name}.", {
            name,
          })}
          value={effect ? figure(effect.per_day.value) : null}
          footnote={
            effect
              ? t("{percent} of all ({percent2})", {
                  percent: percentText(effect.percent.value / 100),
                  percent2: range(effect.percent, (value) => percentText(value / 100)),
                })
              : undefined
          }
        />
        <Stat
          label={t("Per attributed {noun}", { noun: nouns[kpi] })}
          hint={t(
            "Incremental {name}, divided by the change of {name} attributed to {network}. 100% means that its claims are true. Only if the effect is clear.",
            { name, network },
          )}
          value={
            data.incremental_per_attributed === null ? null : percentText(data.incremental_per_attributed)
          }
          footnote={t("{before} attributed before, {during} during", {
            before: figure(attributed.before),
            during: figure(attributed.during),
          })}
        />
        <Stat
          label={t("Change of spend")}
          hint={`Spend on ${network} in the countries of the test: the same number of days before, and during.`}
          value={full("money", spend.change)}
          footnote={t("{before} before, {during} during", {
            before: full("money", spend.before),
            during: full("money", spend.during),
          })}
        />
        {kpi === "revenue" ? (
          <Stat
            label={t("Incremental ROAS")}
            hint={t("Incremental revenue, divided by the change of spend. Only if the effect is clear.")}
            value={data.incremental_roas === null ? null : full("ratio", data.incremental_roas)}
          />
        ) : (
          <Stat
            label={t("Cost per incremental {noun}", { noun: nouns[kpi] })}
            hint={t("The change of spend, divided by incremental {name}. Only if the effect is clear.", {
              name,
            })}
            value={
              data.cost_per_incremental === null ? null : full("money", Math.round(data.cost_per_incremental))
            }
          />
        )}
      </Card>
    </>
  );
}
