import { confirm } from "@/components/confirm";
import type { ProjectChanges } from "@/lib/accounts/projects/schema";

type Amounts = NonNullable<ProjectChanges["amounts"]>;

/** All that was counted is counted again when days begin elsewhere or amounts are in another currency. */
export function confirmRecalculation(
  { time_zone: timeZone, currency }: Partial<ProjectChanges>,
  recalculate: (amounts: Amounts) => Promise<void>,
) {
  const named = [timeZone && `by days of ${timeZone}`, currency && `in ${currency}`].filter(Boolean);
  return confirm<Amounts>({
    title: `Count ${named.join(" and ")}?`,
    description: (
      <>
        <p>
          All figures so far are counted again in the background. Reports stay as they are until that is done,
          then switch all at once. Apps and links go on meanwhile.
        </p>
        {timeZone ? (
          <ul className="grid list-disc gap-1 pl-5">
            <li>Retention and counts of different users follow some moments later.</li>
            <li>Of openings of the app only the last is known by the hour: earlier ones keep their day.</li>
            <li>Spend stays on the days it was told for.</li>
            <li>Days whose clicks or events were removed keep their figures.</li>
          </ul>
        ) : null}
        {currency ? (
          <p>
            Spend is converted by your exchange rates. Apps tell plain numbers: from now on they are read as{" "}
            {currency}. Limits in conversion rules keep their numbers.
          </p>
        ) : null}
      </>
    ),
    action: "Count anew",
    choices: currency
      ? {
          label: "Amounts that apps told so far",
          options: [
            {
              value: "convert",
              label: "Convert what apps told so far",
              hint: "By the exchange rate of each day.",
            },
            {
              value: "keep",
              label: `They were ${currency} all along`,
              hint: "The numbers stay, only the currency was set wrong.",
            },
          ],
        }
      : undefined,
    onConfirm: recalculate,
  });
}
