import { Scale } from "lucide-react";
import { CandidateList } from "@/app/(dashboard)/shell/facts/candidate-list";
import { ConfidenceAndFraud } from "@/app/(dashboard)/shell/facts/certainty";
import { EvidenceStrength } from "@/app/(dashboard)/shell/facts/evidence-strength";
import { attributionReasonName, methodNames } from "@/app/(dashboard)/shell/facts/install-labels";
import { cn } from "@/components/cn";
import { EmptyState } from "@/components/empty-state";
import { Badge } from "@/components/ui/badge";
import { Card, CardBody } from "@/components/ui/card";
import { fraudLevelNames } from "@/lib/attribution/fraud/labels";
import type { FraudLevel } from "@/lib/attribution/fraud/rules";
import type { SimulatorResult } from "@/lib/attribution/simulate/schema";
import { t } from "@/lib/base/languages/texts";

/** The decision, the other candidates, and the fraud findings. */
export function SimulatedVerdict({ verdict }: { verdict: SimulatorResult | undefined }) {
  if (!verdict)
    return (
      <Card>
        <EmptyState icon={Scale} title={t("No result yet")}>
          {t("Set up the clicks and the install, then select “Run”.")}
        </EmptyState>
      </Card>
    );
  return (
    <Card aria-label={t("Result")} aria-live="polite">
      <CardBody className="grid gap-2 pt-4.5">
        <div className="flex flex-wrap items-center gap-2">
          <Badge tone={verdict.campaign ? "accent" : "outline"}>
            {attributionReasonName(verdict.reason)}
          </Badge>
          {verdict.charges.length > 0 ? <Badge tone="danger">{t("Suspicious")}</Badge> : null}
        </div>
        <p className="text-base">{verdict.sentence}</p>
        {verdict.remarks.length > 0 ? (
          <p className="text-muted text-sm">{verdict.remarks.join(" ")}</p>
        ) : null}
        <ConfidenceAndFraud
          confidence={verdict.confidence}
          fired={verdict.charges.map(({ label }) => label)}
        />
        <p className="font-mono text-faint text-xs">{t("rules {rules}", { rules: verdict.rules })}</p>
      </CardBody>
      {verdict.charges.length > 0 ? (
        <ul className="divide-y border-t">
          {verdict.charges.map((charge) => (
            <li key={`${charge.rule} ${charge.click_id}`} className="grid gap-1 px-5 py-3 text-sm">
              <p className="flex flex-wrap items-center gap-2 font-medium">
                {charge.label}
                <Badge tone="danger">{fraudLevelNames[charge.level as FraudLevel] ?? charge.level}</Badge>
              </p>
              <p className="text-muted">{charge.text}.</p>
            </li>
          ))}
        </ul>
      ) : null}
      {verdict.candidates.length > 0 ? (
        <ol aria-label={t("Candidates")} className="divide-y border-t">
          {verdict.candidates.map((each, i) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: a new answer is a new list
              key={i}
              className={cn("grid gap-1 px-5 py-3.5", each.won && "bg-accent-soft/40")}
            >
              <div className="flex flex-wrap items-center gap-2">
                <span className="font-medium text-sm">{each.campaign}</span>
                {each.won ? <Badge tone="success">{t("Won")}</Badge> : null}
                <Badge tone="outline">{methodNames[each.source] ?? each.source}</Badge>
                <span className="max-sm:w-full sm:ms-auto">
                  <EvidenceStrength strength={each.strength} campaign={each.campaign} />
                </span>
              </div>
              <CandidateList {...each} />
            </li>
          ))}
        </ol>
      ) : null}
    </Card>
  );
}
