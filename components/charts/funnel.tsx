import type { FunnelStep } from "@/components/charts/prepare";
import { IntentLink } from "@/components/intent-link";
import { t } from "@/lib/base/languages/texts";

type FunnelProps = {
  label: string;
  steps: readonly FunnelStep[];
  count: (value: number) => string;
  share: (value: number) => string;
};

/** Each step is drawn as a share of the step before. */
export function Funnel({ label, steps, count, share }: FunnelProps) {
  return (
    <ol aria-label={label} className="grid grid-cols-1 gap-3">
      {steps.map((step) => (
        <li key={step.label} className="grid grid-cols-1 gap-1.5">
          <div className="flex items-baseline justify-between gap-3 text-sm">
            <span>{step.label}</span>
            <span className="flex items-baseline gap-3">
              {step.ofLast === null ? null : (
                <span className="num text-muted text-xs">
                  {share(step.ofLast)}
                  <span className="sr-only"> {t("of previous step")}</span>
                </span>
              )}
              <span className="num min-w-14 text-right font-medium">
                {step.href === undefined ? (
                  count(step.value)
                ) : (
                  <IntentLink
                    href={step.href}
                    className="rounded-sm decoration-line-strong underline-offset-4 hover:underline hover:decoration-current"
                  >
                    {count(step.value)}
                  </IntentLink>
                )}
              </span>
            </span>
          </div>
          <div aria-hidden="true" className="h-2.5 overflow-hidden rounded-full bg-pressed">
            <div
              className="h-full min-w-0.5 rounded-full bg-chart-1"
              style={{ width: `${step.width * 100}%`, visibility: step.value > 0 ? "visible" : "hidden" }}
            />
          </div>
        </li>
      ))}
    </ol>
  );
}
