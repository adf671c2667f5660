import { fullDay, listText } from "@/components/format";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { t } from "@/lib/base/languages/texts";
import type { WaitingPayments as Waiting } from "@/lib/spend/rates/schema";

type WaitingPaymentsProps = {
  waiting: Waiting[];
  /** Null without the permission to add a rate. */
  onAdd: ((waiting: Waiting) => void) | null;
};

const countText = ({ payments, ad_revenue, currency }: Waiting) =>
  t("{value} in {currency}", {
    value: listText([
      ...(payments === 0 ? [] : [t("{payments, plural, one {# payment} other {# payments}}", { payments })]),
      ...(ad_revenue === 0
        ? []
        : [t("{rows, plural, one {# row} other {# rows}} of ad revenue", { rows: ad_revenue })]),
    ]),
    currency,
  });

/** Payments and ad revenue without an exchange rate, by currency. They are not counted yet. */
export function WaitingPaymentsCard({ waiting, onAdd }: WaitingPaymentsProps) {
  if (waiting.length === 0) return null;
  return (
    <Alert tone="warning" title={t("Amounts that count as 0 without a rate")}>
      <ul className="grid gap-2 pt-1">
        {waiting.map((each) => (
          <li key={each.currency} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <span>
              {t("{each}, on or after {since}", { each: countText(each), since: fullDay(each.since) })}
            </span>
            {onAdd ? (
              <Button size="sm" onClick={() => onAdd(each)}>
                {t("Add rate for {currency}", { currency: each.currency })}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
