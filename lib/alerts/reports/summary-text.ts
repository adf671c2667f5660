/** A weekly summary in words, for emails and chats. Pure. */
import { figureText } from "@/lib/alerts/reports/figure-text";
import type { RankedCampaign, Summary, SummaryFigure } from "@/lib/alerts/reports/summary";

/** The change in percent; unknown if the earlier value was zero. */
function changeText({ value, before }: Pick<SummaryFigure, "value" | "before">): string {
  if (value === null || before === null || before <= 0) return "–";
  const change = Math.round((100 * (value - before)) / before);
  return change > 0 ? `+${change}%` : `${change}%`.replace("-", "−");
}

export const summaryRows = ({ figures }: Summary, currency: string): string[][] =>
  figures.map((figure) => [
    figure.label,
    figureText(figure.unit, figure.value, currency),
    figureText(figure.unit, figure.before, currency),
    changeText(figure),
  ]);

function campaignText({ name, installs, spend, revenue, roas }: RankedCampaign, currency: string): string {
  if (spend === 0)
    return `${name} (${installs === 1 ? "1 install" : `${figureText("count", installs, currency)} installs`})`;
  const money = (minor: number) => figureText("money", minor, currency);
  return `${name} (${figureText("ratio", roas, currency)}: ${money(revenue)} of ${money(spend)})`;
}

/** The lines below the figures. */
export function summaryNotes({ best, worst, alerts }: Summary, currency: string): string[] {
  const list = (label: string, campaigns: RankedCampaign[]) =>
    campaigns.length === 0
      ? []
      : [`${label}: ${campaigns.map((each) => campaignText(each, currency)).join("; ")}.`];
  return [
    ...list(best.some(({ spend }) => spend > 0) ? "Highest ROAS" : "Most installs", best),
    ...list("Lowest ROAS", worst),
    ...(alerts.length === 0 ? ["No alert is firing."] : ["Alerts that are firing:"]),
    ...alerts.map(({ text }) => `• ${text}`),
  ];
}
