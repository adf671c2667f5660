import { figureFormat, percentText } from "@/app/(dashboard)/shell/figure-format";
import { useProject } from "@/app/(dashboard)/shell/session";
import { fullDay } from "@/components/format";
import type { IosEstimate } from "@/lib/reporting/ios/schema";

/** How the estimate is made, and how good it is. */
export function EstimateMethod({ data }: { data: IosEstimate }) {
  const { currency } = useProject();
  const format = figureFormat(currency);
  const count = (value: number) => format.full("count", value);
  const { total, backtest, organic } = data;
  const explained = total.missing - total.unshared;
  return (
    <section aria-label="Method" className="grid gap-2 px-1 text-muted text-sm">
      <p className="max-w-prose">
        Cairn adds the iOS installs it knows and the installs that Apple counted, and takes away the ones in
        both counts, judging by how many known installs should have sent Apple a postback. Nobody can see
        which installs are in both, so each estimate has a range that holds the truth in at least{" "}
        {percentText(data.coverage)} of cases, if at least {percentText(data.min_delivered)} of those
        postbacks arrive.
      </p>
      <ul className="grid max-w-prose list-disc gap-1 pl-5 text-xs">
        <li>
          {total.apple_only.mid <= organic
            ? `Installs that only Apple reports also opened the app here, as organic. Of ${count(organic)} organic iOS installs in this period, about ${count(total.apple_only.mid)} came from ads.`
            : `Apple reports about ${count(total.apple_only.mid)} more installs, but only ${count(organic)} organic iOS installs opened the app here in this period. Check that all versions of the app call init, and that no other app shares these postbacks.`}
        </li>
        <li>
          {count(total.missing)} of Apple's postbacks have no value.{" "}
          {explained > 0
            ? `${count(explained)} of them count with the average of their source's values.`
            : "None of their sources has 30 values to learn from."}
          {backtest
            ? ` Tested by hiding ${count(backtest.hidden)} known values, the estimate was off by ${percentText(backtest.off / backtest.actual)}: ${format.full("money", backtest.off)} of ${format.full("money", backtest.actual)}.`
            : ""}
        </li>
        <li>
          Apple's postbacks arrive three to four days after the install, so days after{" "}
          {fullDay(data.complete_until)} are incomplete.
        </li>
        <li>
          Estimates are only on this screen and where a switch includes them: never in exports or the API.
        </li>
      </ul>
    </section>
  );
}
