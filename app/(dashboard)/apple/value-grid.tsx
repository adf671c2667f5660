import { useProject } from "@/app/(dashboard)/shell/session";
import { cn } from "@/components/cn";
import { numberFormat, numberText } from "@/components/format";
import { Disclosure } from "@/components/ui/disclosure";
import { Tooltip } from "@/components/ui/tooltip";
import type { AppleFigures } from "@/lib/apple/figures/schema";
import { t } from "@/lib/base/languages/texts";
import { conversionRuleText, fineValuesText } from "./labels";

/** The 64 fine values, each with its count and its meaning in the schema. */
export function ValueGrid({ data }: { data: AppleFigures }) {
  const { currency } = useProject();
  const money = (major: number) => numberFormat({ style: "currency", currency }).format(major);
  const max = Math.max(1, ...data.values);
  const meaningOf = (value: number) =>
    data.rules
      .filter(({ window, fine }) => window === 1 && fine === value)
      .map((rule) => conversionRuleText(rule, money))
      .join(", or ");
  return (
    <Disclosure title={t("Fine conversion values")} description={fineValuesText(data.values)}>
      <div className="grid gap-3 p-5">
        <p className="text-muted text-sm">
          {t("Hover over a value for its meaning by the schema in force now.")}
        </p>
        <ul className="grid grid-cols-8 gap-1 lg:grid-cols-16" aria-label={t("Fine conversion values")}>
          {data.values.map((count, value) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the place is the value
            <li key={value}>
              <Tooltip
                content={`${value}: ${numberText(count)}. ${meaningOf(value) || t("No rule gives this value.")}`}
              >
                <span
                  // biome-ignore lint/a11y/noNoninteractiveTabindex: the meaning has to be reachable by keyboard
                  tabIndex={0}
                  className="relative grid aspect-square min-w-0 place-content-center overflow-hidden rounded-md border text-center"
                >
                  <span
                    aria-hidden="true"
                    className="absolute inset-0 bg-[var(--chart-1)]"
                    style={{ opacity: count === 0 ? 0 : 0.08 + 0.27 * (count / max) }}
                  />
                  <span
                    className={cn(
                      "relative text-[0.625rem] leading-none",
                      count === 0 ? "text-muted" : "text-ink",
                    )}
                  >
                    {value}
                  </span>
                  <span className="num relative mt-0.5 text-xs leading-none max-sm:text-[0.625rem]">
                    {count === 0 ? " " : numberText(count)}
                  </span>
                </span>
              </Tooltip>
            </li>
          ))}
        </ul>
      </div>
    </Disclosure>
  );
}
