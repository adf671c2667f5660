import { AppWindow, CircleAlert, CornerDownRight } from "lucide-react";
import { useProject } from "@/app/(dashboard)/session";
import { Copyable } from "@/components/copy-button";
import { IntentLink } from "@/components/intent-link";
import { Badge } from "@/components/ui/badge";
import { Card, CardBody } from "@/components/ui/card";
import type { LinkTest } from "@/lib/traffic/tester/schema";
import { headline, isOver } from "./places";

const kinds = {
  redirect: { icon: CornerDownRight, word: "Redirect", tone: "success" },
  open_app_page: { icon: AppWindow, word: "Page in between", tone: "accent" },
  help_page: { icon: CircleAlert, word: "Nowhere to go", tone: "warning" },
} as const;

const ended = { icon: CircleAlert, word: "Ended", tone: "neutral" } as const;

/** Where the visitor gets, and why. */
export function Outcome({ test }: { test: LinkTest }) {
  const { id } = useProject();
  const { outcome, campaign } = test;
  const over = campaign !== null && isOver(campaign);
  const { icon: Icon, word, tone } = over && outcome.kind === "help_page" ? ended : kinds[outcome.kind];
  return (
    <Card aria-label="Where it leads" aria-live="polite">
      <header className="grid grid-cols-1 gap-2 px-5 pt-4.5 pb-4">
        <p className="flex flex-wrap items-center gap-2 text-muted text-sm">
          <Badge tone={tone}>
            <Icon aria-hidden="true" />
            {word}
          </Badge>
          {campaign === null ? null : campaign.deleted ? (
            <span>
              of the deleted campaign <code className="font-mono text-xs">{campaign.display_id}</code>
            </span>
          ) : (
            <span>
              of the campaign{" "}
              <IntentLink
                href={`/p/${id}/campaigns/${campaign.id}`}
                className="rounded-sm font-mono text-ink text-xs underline"
              >
                {campaign.display_id}
              </IntentLink>
            </span>
          )}
        </p>
        <h2 className="font-semibold text-lg">{headline(test)}</h2>
        {outcome.app ? <Address label="Opens the app with" value={outcome.app} /> : null}
        {outcome.url ? (
          <Address label={outcome.app ? "Else leads to" : "Leads to"} value={outcome.url} />
        ) : null}
      </header>
      <CardBody className="border-t bg-sunken pt-4">
        <h3 className="mb-2 font-medium text-sm">Why</h3>
        <ol className="grid list-decimal grid-cols-1 gap-1.5 pl-5 text-muted text-sm marker:text-faint">
          {outcome.why.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ol>
      </CardBody>
    </Card>
  );
}

function Address({ label, value }: { label: string; value: string }) {
  return (
    <div className="grid grid-cols-1 gap-1">
      <p className="text-muted text-xs">{label}</p>
      <Copyable value={value} label="Copy the address" className="w-full" />
    </div>
  );
}
