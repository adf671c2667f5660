import { Pencil, Trash2 } from "lucide-react";
import { fullDay, numberFormat, numberText } from "@/components/format";
import { IntentLink } from "@/components/intent-link";
import { actionsColumn, type Column } from "@/components/table/table-state";
import { Button } from "@/components/ui/button";
import { When } from "@/components/ui/when";
import { displayNames } from "@/lib/base/languages/display-names";
import { t } from "@/lib/base/languages/texts";
import type { ExchangeRate } from "@/lib/spend/rates/schema";

type Options = {
  base: string;
  own: string;
  timeZone: string;
  onEdit: ((rate: ExchangeRate) => void) | null;
  onRemove: (rate: ExchangeRate) => void;
};

export const rateText = (rate: number) => numberFormat({ maximumSignificantDigits: 10 }).format(rate);

export function rateColumns({ base, own, timeZone, onEdit, onRemove }: Options): Column<ExchangeRate>[] {
  const names = displayNames("currency");
  return [
    {
      id: "currency",
      header: t("Currency"),
      cell: ({ currency }) => (
        <div className="grid leading-snug">
          <span className="font-medium">{currency}</span>
          <span className="text-muted text-xs">{names.of(currency) ?? currency}</span>
        </div>
      ),
    },
    {
      id: "day",
      header: t("From"),
      cell: ({ day }) => <span className="num whitespace-nowrap">{fullDay(day)}</span>,
    },
    {
      id: "until",
      header: t("To"),
      cell: ({ until }) =>
        until ? (
          <span className="num whitespace-nowrap">{fullDay(until)}</span>
        ) : (
          <span className="text-muted">{t("Until the next rate")}</span>
        ),
    },
    {
      id: "rate",
      header: t("Rate"),
      align: "end",
      cell: ({ currency, rate }) => (
        <span className="num whitespace-nowrap">
          1 {currency} = <strong className="font-medium">{rateText(rate)}</strong> {own}
        </span>
      ),
    },
    {
      id: "rows",
      header: t("Rows"),
      hint: t("Spend rows converted at this rate."),
      align: "end",
      cell: (rate) =>
        rate.rows === 0 ? (
          <span className="text-faint">0</span>
        ) : (
          <IntentLink
            href={`${base}?currency=${rate.currency}&from=${rate.day}${rate.until ? `&to=${rate.until}` : ""}`}
            className="num rounded-sm hover:underline"
          >
            {numberText(rate.rows)}
          </IntentLink>
        ),
    },
    {
      id: "updated",
      header: t("Set"),
      cell: (rate) => <When clock at={rate.updated_at} timeZone={timeZone} className="text-muted" />,
    },
    actionsColumn((rate) =>
      onEdit ? (
        <span className="flex justify-end gap-0.5">
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={t("Change the rate of {currency} from {day}", {
              currency: rate.currency,
              day: fullDay(rate.day),
            })}
            onClick={() => onEdit(rate)}
          >
            <Pencil />
          </Button>
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={t("Remove the rate of {currency} from {day}", {
              currency: rate.currency,
              day: fullDay(rate.day),
            })}
            onClick={() => onRemove(rate)}
          >
            <Trash2 />
          </Button>
        </span>
      ) : null,
    ),
  ];
}
