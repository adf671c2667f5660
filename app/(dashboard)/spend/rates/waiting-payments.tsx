import { fullDay, numberText } from "@/components/format";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import type { WaitingPayments as Waiting } from "@/lib/spend/rates/schema";

type WaitingPaymentsProps = {
  waiting: Waiting[];
  /** Null without the permission to add a rate. */
  onAdd: ((waiting: Waiting) => void) | null;
};

const countText = ({ payments, currency }: Waiting) =>
  `${numberText(payments)} ${payments === 1 ? "payment" : "payments"} in ${currency}`;

/** Payments without an exchange rate, by currency. They are not counted yet. */
export function WaitingPaymentsCard({ waiting, onAdd }: WaitingPaymentsProps) {
  if (waiting.length === 0) return null;
  return (
    <Alert tone="warning" title="Payments that count as 0 without a rate">
      <ul className="grid gap-2 pt-1">
        {waiting.map((each) => (
          <li key={each.currency} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <span>
              {countText(each)}, on or after {fullDay(each.since)}
            </span>
            {onAdd ? (
              <Button size="sm" onClick={() => onAdd(each)}>
                Add rate for {each.currency}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
