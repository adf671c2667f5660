"use client";

import { toast } from "sonner";
import { z } from "zod";
import { ApiError, at, mutate } from "@/app/(dashboard)/shell/api";
import { useRefresh } from "@/app/(dashboard)/shell/data";
import { figureFormat } from "@/app/(dashboard)/shell/figure-format";
import { useProject } from "@/app/(dashboard)/shell/session";
import { FormDialog } from "@/components/dialogs/form-dialog";
import { CurrencyField, TextField } from "@/components/fields/fields";
import { useSchemaForm } from "@/components/fields/form";
import { useLastValue } from "@/components/use-last";
import { readExchangeRate } from "@/lib/base/amounts";
import { t } from "@/lib/base/languages/texts";
import { dayIn } from "@/lib/base/time";
import type { ExchangeRate, RatesChanged } from "@/lib/spend/rates/schema";
import { rateText } from "./rate-columns";

const entered = z.object({
  currency: z.string().min(1, t("Choose a currency.")),
  day: z.string().min(1, t("Enter a day.")),
  rate: z.string().transform((text, context) => {
    const read = readExchangeRate(text);
    if ("amount" in read) return read.amount;
    const message = "problem" in read ? read.problem : t("Enter a number, such as 0.92.");
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  }),
});

type RateDialogProps = {
  rate: ExchangeRate | "new" | null;
  /** The initial values of a new rate, if known. */
  start?: { currency: string; day: string };
  onClose: () => void;
};

export function RateDialog({ rate: chosen, start, onClose }: RateDialogProps) {
  const { id, currency: own, time_zone: timeZone } = useProject();
  const refresh = useRefresh();
  const last = useLastValue(chosen);
  const rate = last === "new" ? null : last;
  const form = useSchemaForm(entered, {
    values: {
      currency: rate?.currency ?? start?.currency ?? "",
      day: rate?.day ?? start?.day ?? `${dayIn(timeZone, new Date()).slice(0, 8)}01`,
      rate: rate ? plain(rate.rate) : "",
    },
  });
  const [currency, typed] = form.watch(["currency", "rate"]);
  const read = readExchangeRate(typed);
  return (
    <FormDialog
      open={chosen !== null}
      onOpenChange={(open) => !open && onClose()}
      title={rate ? t("Change the rate of {currency}", { currency: rate.currency }) : t("Add rate")}
      description={t("Spend and payments on the days it covers are recalculated immediately.")}
      form={form}
      submit={rate ? t("Save") : t("Add rate")}
      onSubmit={async (values) => {
        const changed = await mutate("PUT", at("/projects/:project/spend/rates", { project: id }), {
          rates: [values],
        }).catch(plainly);
        await refresh(`/projects/${id}/`);
        toast.success(`1 ${values.currency} = ${rateText(values.rate)} ${own}`, {
          description: `${changeText(changed, own)}.`,
        });
      }}
    >
      <CurrencyField form={form} name="currency" label={t("Currency")} disabled={rate !== null} />
      <TextField
        form={form}
        name="day"
        label={t("From day")}
        hint={t("Valid until the day before this currency's next rate.")}
        type="date"
        className="num"
        disabled={rate !== null}
      />
      <TextField
        form={form}
        name="rate"
        label={t("Rate")}
        hint={
          currency && "amount" in read
            ? `1 ${currency} = ${rateText(read.amount)} ${own}`
            : t("Value of 1 {currency} in {own}.", { currency: currency || "unit", own })
        }
        inputMode="decimal"
        className="num"
      />
    </FormDialog>
  );
}

/** A number without an exponent. */
const plain = (rate: number) => rate.toFixed(10).replace(/\.?0+$/, "");

/** The server's message refers to the first of a list, but this form has only one. */
function plainly(cause: unknown): never {
  if (!(cause instanceof ApiError)) throw cause;
  const fields = Object.entries(cause.fields).map(([name, text]) => [name.replace("rates.0.", ""), text]);
  throw new ApiError(cause.status, cause.message, Object.fromEntries(fields), cause.data);
}

export function changeText(changed: RatesChanged, currency: string): string {
  const { payments } = changed;
  const paid =
    payments > 0
      ? t("{payments2, plural, one {# payment} other {# payments}} recalculated", { payments2: payments })
      : null;
  if (paid && changed.rows === 0) return paid;
  return [spendText(changed, currency), paid].filter((text) => text !== null).join("; ");
}

function spendText({ rows, amount_minor }: RatesChanged, currency: string): string {
  if (rows === 0) return t("No spend changed");
  const values = { rows, by: figureFormat(currency).full("money", Math.abs(amount_minor)) };
  return amount_minor < 0
    ? t("{rows, plural, one {# row} other {# rows}} recalculated: {by} less", values)
    : t("{rows, plural, one {# row} other {# rows}} recalculated: {by} more", values);
}
