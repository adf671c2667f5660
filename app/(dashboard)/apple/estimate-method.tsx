import { figureFormat, percentText } from "@/app/(dashboard)/shell/figure-format";
import { useProject } from "@/app/(dashboard)/shell/session";
import { fullDay } from "@/components/format";
import { t } from "@/lib/base/languages/texts";
import type { IosEstimate } from "@/lib/reporting/ios/schema";

/** How the estimate is made, and how good it is. */
export function EstimateMethod({ data }: { data: IosEstimate }) {
  const { currency } = useProject();
  const format = figureFormat(currency);
  const count = (value: number) => format.full("count", value);
  const { total, backtest, organic } = data;
  const explained = total.missing - total.unshared;
  return (
    <section aria-label={t("Method")} className="grid gap-2 px-1 text-muted text-sm">
      <p className="max-w-prose">
        {t(
          "Cairn adds the iOS installs it knows and the installs that Apple counted, and takes away the ones in both counts, judging by how many known installs should have sent Apple a postback. Nobody can see which installs are in both, so each estimate has a range that holds the truth in at least {coverage} of cases, if at least {min_delivered} of those postbacks arrive.",
          { coverage: percentText(data.coverage), min_delivered: percentText(data.min_delivered) },
        )}
      </p>
      <ul className="grid max-w-prose list-disc gap-1 ps-5 text-xs">
        <li>
          {total.apple_only.mid <= organic
            ? t(
                "Installs that only Apple reports also opened the app here, as organic. Of {organic} organic iOS installs in this period, about {mid} came from ads.",
                { organic: count(organic), mid: count(total.apple_only.mid) },
              )
            : t(
                "Apple reports about {mid} more installs, but only {organic} organic iOS installs opened the app here in this period. Check that all versions of the app call init, and that no other app shares these postbacks.",
                { mid: count(total.apple_only.mid), organic: count(organic) },
              )}
        </li>
        <li>
          {t("{missing} of Apple's postbacks have no value. {explained}{hidden}", {
            missing: count(total.missing),
            explained:
              explained > 0
                ? t("{explained} of them count with the average of their source's values.", {
                    explained: count(explained),
                  })
                : t("None of their sources has 30 values to learn from."),
            hidden: backtest
              ? ` ${t("Tested by hiding {hidden} known values, the estimate was off by {off}: {off2} of {actual}.", { hidden: count(backtest.hidden), off: percentText(backtest.off / backtest.actual), off2: format.full("money", backtest.off), actual: format.full("money", backtest.actual) })}`
              : "",
          })}
        </li>
        <li>
          {t(
            "Apple's postbacks arrive three to four days after the install, so days after {complete_until} are incomplete.",
            { complete_until: fullDay(data.complete_until) },
          )}
        </li>
        <li>
          {t(
            "Estimates are only on this screen and where a switch includes them: never in exports or the API.",
          )}
        </li>
      </ul>
    </section>
  );
}
