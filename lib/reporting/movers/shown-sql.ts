import { statementText } from "@/db/client/statement-text";
import type { Project } from "@/lib/accounts/access/project";
import { currencyDigits } from "@/lib/base/money";
import { dayIn } from "@/lib/base/time";
import { metrics } from "@/lib/reporting/metrics/metrics";
import { periodsBefore } from "@/lib/reporting/movers/movers";
import { shownMovers, volumeNames } from "@/lib/reporting/movers/queries";
import type { MoversQuery } from "@/lib/reporting/movers/schema";
import { sumsInFocus } from "@/lib/reporting/overview/focus-queries";
import { type MainFigure, mainFigures } from "@/lib/reporting/overview/names";

/** A figure of the period at this place among the sums. */
function textOf(figure: MainFigure, place: number, digits: number): string {
  const sum = (name: (typeof volumeNames)[number]) =>
    `m.volumes[${place * volumeNames.length + volumeNames.indexOf(name) + 1}]`;
  const money = (text: string) => `round((${text}) / ${10 ** digits}.0, ${digits})`;
  if (figure === "roas") return `round(1.0 * ${sum("revenue")} / nullif(${sum("spend")}, 0), 2)`;
  if (figure === "cost_per_install")
    return money(`1.0 * nullif(${sum("spend")}, 0) / nullif(${sum("installs")}, 0)`);
  return figure === "revenue" || figure === "spend" ? money(sum(figure)) : sum(figure);
}

/** The statement that returns the figures of "What changed" in each period, from which the effects are computed. */
export function moversSql(project: Project, query: Omit<MoversQuery, "figure">, now: Date): string {
  const { id, currency, timeZone } = project;
  const digits = currencyDigits(currency);
  const periods = periodsBefore(dayIn(timeZone, now)).flatMap(({ previous, days }) => [previous, days]);
  const columns = periods.flatMap(({ from, to }, place) =>
    mainFigures.map((figure) => ({
      name: `${metrics[figure].label}, ${from === to ? from : `${from} to ${to}`}`,
      text: textOf(figure, place, digits),
    })),
  );
  const request = { where: sumsInFocus(id, query), organic: query.traffic === "all" };
  return `-- What changed, days in ${timeZone}. Money is in ${currency}.\n${statementText(shownMovers(id, periods, request, columns))};`;
}
