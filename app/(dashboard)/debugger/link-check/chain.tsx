import { cn } from "@/components/cn";
import { Badge, type BadgeTone } from "@/components/ui/badge";
import { Card, CardHeader } from "@/components/ui/card";
import { t } from "@/lib/base/languages/texts";
import type { LinkTest } from "@/lib/traffic/tester/schema";
import { capitalized, redirectReasonTexts } from "./redirect-reasons";

type Step = {
  key: string;
  name: string;
  url: string | null;
  tone: BadgeTone;
  label: string;
  isChosen: boolean;
};

const platforms = { IOS: "iOS", ANDROID: t("Android"), DESKTOP: "a desktop" } as const;

/** If the link tries to open the app, the app comes first in the chain; a web deeplink comes last. */
function stepsOf({ outcome, chain }: LinkTest): Step[] {
  const chosenAt = chain.findIndex((step) => step.chosen);
  const steps = chain.map(({ via, url, chosen }, index): Step => {
    const word = chosen
      ? t("Used")
      : url === null
        ? t("Not set")
        : index > chosenAt
          ? t("Not reached")
          : t("Skipped");
    return {
      key: via,
      name: capitalized(redirectReasonTexts[via]),
      url,
      tone: chosen ? "success" : "neutral",
      label: word,
      isChosen: chosen,
    };
  });
  if (outcome.app !== null) {
    steps.unshift({
      key: "app",
      name: t("App"),
      url: outcome.app,
      tone: "accent",
      label: t("Tried first"),
      isChosen: true,
    });
  }
  if (outcome.via === "deeplink") {
    steps.push({
      key: "deeplink",
      name: capitalized(redirectReasonTexts.deeplink),
      url: outcome.url,
      tone: "success",
      label: t("Used"),
      isChosen: true,
    });
  }
  return steps;
}

export function Chain({ test }: { test: LinkTest }) {
  // Ended links that show a page have no chain.
  if (test.chain.length === 0) return null;
  return (
    <Card aria-label={t("Destinations considered")}>
      <CardHeader
        title={t("Destinations considered")}
        description={t("Checked in this order for {platform}. The first one that's set wins.", {
          platform: platforms[test.visitor.platform],
        })}
      />
      <ol className="grid grid-cols-1 divide-y border-t">
        {stepsOf(test).map((step, index) => (
          <li key={step.key} className="grid grid-cols-[1.5rem_minmax(0,1fr)] gap-x-3.5 px-5 py-3.5">
            <span
              aria-hidden="true"
              className={cn(
                "num grid size-6 place-items-center rounded-full border font-medium text-xs",
                step.isChosen ? "border-transparent bg-accent text-on-accent" : "text-muted",
              )}
            >
              {index + 1}
            </span>
            <div className="grid grid-cols-1 gap-0.5">
              <div className="flex min-h-6 flex-wrap items-center justify-between gap-x-4 gap-y-1">
                <span className={cn("text-sm", step.isChosen ? "font-medium" : "text-muted")}>
                  {step.name}
                </span>
                <Badge tone={step.tone}>{step.label}</Badge>
              </div>
              {step.url ? <code className="break-all font-mono text-muted text-xs">{step.url}</code> : null}
            </div>
          </li>
        ))}
      </ol>
    </Card>
  );
}
