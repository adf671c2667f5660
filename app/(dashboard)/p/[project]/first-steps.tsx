"use client";

import { ArrowRight, Check } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "@/components/cn";
import { CodeBlock } from "@/components/code-block";
import { IntentLink } from "@/components/intent-link";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import type { Project, ServerKeys, StoreListings } from "../../contract";
import { useGet } from "../../data";

/** The way from an empty project to its first figure; what is done already is ticked. */
export function FirstSteps({ project }: { project: Project }) {
  const path = `/projects/${project.id}`;
  const settings = `/p/${project.id}/settings`;
  const listings = useGet<StoreListings>(`${path}/store-listings`);
  const keys = useGet<ServerKeys>(`${path}/server-keys`);
  const arrived = project.has_figures;
  return (
    <Card>
      <CardHeader
        title="First steps"
        actions={
          <Badge tone={arrived ? "success" : "neutral"} dot>
            {arrived ? "Figures are arriving" : "Waiting for the first click or install"}
          </Badge>
        }
      />
      <ol className="grid grid-cols-1 divide-y border-t">
        <Step
          number={1}
          title="Say where people get the app"
          done={(listings.data?.store_listings.length ?? 0) > 0}
          action={<StepLink href={`${settings}/store-listings`}>Store listings</StepLink>}
        >
          Paste the address of its page in the App Store and on Google Play. A link sends each phone to its
          own store.
        </Step>
        <Step
          number={2}
          title="Issue a server key"
          done={(keys.data?.server_keys ?? []).some((key) => key.state === "active")}
          action={<StepLink href={`${settings}/server-keys`}>Server keys</StepLink>}
        >
          <p>Your own programs use it to make campaigns and to read figures.</p>
        </Step>
        <Step number={3} title="Make a link and follow it" done={arrived}>
          <p>The answer holds the link of the campaign. Open it in a browser: it is counted as a click.</p>
          <CodeBlock className="mt-3" title="Create a campaign" code={createCampaign()} />
        </Step>
        <Step number={4} title="Let the app say hello" done={false}>
          <p>
            On its first start the app sends <code className="font-mono text-xs">init</code>: that is an
            install. This does the same by hand.
          </p>
          <CodeBlock className="mt-3" title="Register an install" code={sendInit(project)} />
        </Step>
      </ol>
    </Card>
  );
}

type StepProps = { number: number; title: string; done: boolean; action?: ReactNode; children: ReactNode };

function Step({ number, title, done, action, children }: StepProps) {
  return (
    <li className="grid grid-cols-[1.5rem_minmax(0,1fr)] gap-x-3.5 px-5 py-4.5">
      <span
        className={cn(
          "num grid size-6 place-items-center rounded-full border font-medium text-xs",
          done ? "border-transparent bg-accent text-on-accent" : "text-muted",
        )}
      >
        {done ? <Check className="size-3.5" strokeWidth={2.5} aria-label="Done" /> : number}
      </span>
      <div className="grid grid-cols-1 gap-1">
        <div className="flex min-h-6 flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h3 className={cn("font-medium text-sm", done && "text-muted")}>{title}</h3>
          {action}
        </div>
        <div className="text-muted text-sm [&>p]:max-w-prose">{children}</div>
      </div>
    </li>
  );
}

function StepLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Button asChild size="sm">
      <IntentLink href={href}>
        {children}
        <ArrowRight className="size-3.5" />
      </IntentLink>
    </Button>
  );
}

function createCampaign(): string {
  return [
    `curl -X POST ${location.origin}/api/v1/create-campaign \\`,
    "  -H 'service-key: YOUR_SERVER_KEY' \\",
    "  -H 'content-type: application/json' \\",
    `  -d '{"name": "First link", "is_shortlink": true}'`,
  ].join("\n");
}

function sendInit(project: Project): string {
  const body = {
    token: project.token,
    platform: project.platforms[0] ?? "ANDROID",
    install_instance_id: "my-first-install",
    device_data: { device_name: "Test phone" },
  };
  return [
    `curl -X POST ${location.origin}/api/client/init \\`,
    "  -H 'content-type: application/json' \\",
    `  -d '${JSON.stringify(body, null, 2).replaceAll("\n", "\n      ")}'`,
  ].join("\n");
}
