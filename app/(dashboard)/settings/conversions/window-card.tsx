import { Plus } from "lucide-react";
import { percentText } from "@/app/(dashboard)/shell/figure-format";
import { numberText } from "@/components/format";
import { rich } from "@/components/rich";
import { Button } from "@/components/ui/button";
import { Card, CardFooter, CardHeader } from "@/components/ui/card";
import { appleWindows, type PostbackWindow } from "@/lib/apple/conversion-values/rules";
import type { ConversionPreview } from "@/lib/apple/conversion-values/schema";
import { t } from "@/lib/base/languages/texts";
import { type DraftProblems, type DraftRule, newDraftRule } from "./draft";
import { ConversionRuleRow } from "./rule-row";

const about: Record<PostbackWindow, string> = {
  1: t("The 48 hours after first launch. Apple reports a fine value, or a coarse one for small campaigns."),
  2: t("The days after that. Apple reports coarse values only."),
  3: t("Apple reports coarse values only, and nothing afterwards."),
};

type WindowCardProps = {
  window: PostbackWindow;
  currency: string;
  rules: { rule: DraftRule; reached: ConversionPreview["rules"][number] | undefined }[];
  problems: DraftProblems | null;
  summary: ConversionPreview["windows"][number] | undefined;
  preview: ConversionPreview | undefined;
  onChange: (key: number, patch: Partial<DraftRule>) => void;
  onAdd: (rule: DraftRule) => void;
  onRemove: (key: number) => void;
};

export function WindowCard({
  window,
  currency,
  rules,
  problems,
  summary,
  preview,
  onChange,
  onAdd,
  onRemove,
}: WindowCardProps) {
  const { label } = appleWindows[window - 1]!;
  const highest = Math.max(-1, ...rules.map(({ rule }) => rule.fine ?? -1));
  return (
    <Card aria-label={label}>
      <CardHeader title={label} description={about[window]} />
      {rules.length > 0 ? (
        <ul className="divide-y border-t">
          {rules.map(({ rule, reached }) => (
            <ConversionRuleRow
              key={rule.key}
              rule={rule}
              currency={currency}
              problem={problems?.get(rule.key)}
              won={reached && summary && summary.reached > 0 ? reached.won / summary.reached : undefined}
              onChange={(patch) => onChange(rule.key, patch)}
              onRemove={() => onRemove(rule.key)}
            />
          ))}
        </ul>
      ) : (
        <p className="border-t px-5 py-4 text-faint text-sm">
          {t("No rules: apps report no value in this period.")}
        </p>
      )}
      <CardFooter>
        <Button
          size="sm"
          onClick={() =>
            onAdd(newDraftRule({ window, ...(window === 1 ? { fine: Math.min(63, highest + 1) } : {}) }))
          }
        >
          <Plus />
          {t("Add rule")}
        </Button>
        <Outcome summary={summary} preview={preview} />
      </CardFooter>
    </Card>
  );
}

function Outcome({
  summary,
  preview,
}: {
  summary: ConversionPreview["windows"][number] | undefined;
  preview: ConversionPreview | undefined;
}) {
  if (!summary || !preview) return null;
  if (summary.reached === 0)
    return <span>{t("No installs of the last {days} days are this old yet.", { days: preview.days })}</span>;
  const installs = numberText(summary.reached);
  return (
    <span>
      {rich(
        "{if_cut, select, yes {Of the latest } other {Of }}<span>{installs}</span> installs in {days} days <span2>{none}</span2> get no value",
        {
          if_cut: preview.cut ? "yes" : "no",
          installs,
          span: (text) => <span className="num text-ink">{text}</span>,
          days: preview.days,
          none: percentText(summary.none / summary.reached),
          span2: (text) => <span className="num text-ink">{text}</span>,
        },
      )}
    </span>
  );
}
