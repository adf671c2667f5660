"use client";

import { ArrowRight, Check, QrCode } from "lucide-react";
import { type ReactNode, useState } from "react";
import { at } from "@/app/(dashboard)/shell/api";
import { NoPublicAddress } from "@/app/(dashboard)/shell/no-public-address";
import { NotLoaded } from "@/app/(dashboard)/shell/page-skeleton";
import { QrDialog } from "@/app/(dashboard)/shell/qr/qr-dialog";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { cn } from "@/components/cn";
import { rich } from "@/components/rich";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { CodeBlock } from "@/components/ui/code-block";
import { Copyable } from "@/components/ui/copy-button";
import { GatedLink } from "@/components/ui/gated";
import type { MemberAction } from "@/lib/accounts/access/roles";
import { t } from "@/lib/base/languages/texts";
import { platformNames } from "@/lib/base/text/platform-names";
import type { Campaign } from "@/lib/campaigns/table/schema";
import { commandInstance, type MemberProject } from "@/lib/projects/schema";
import { type FirstStep, nextFirstStep } from "./first-step";
import { useProgress } from "./use-progress";

/** The steps from an empty project to its first install: done steps are ticked, and the next one is open. */
type FirstStepsProps = { project: MemberProject; onHide?: (() => void) | undefined };

export function FirstSteps({ project, onHide }: FirstStepsProps) {
  const { progress, error, retry } = useProgress(project);
  const base = `/p/${project.id}`;
  if (!progress) return <NotLoaded error={error} retry={retry} className="h-120" />;
  const { listings, campaign, click, installs, noPublicAddress } = progress;
  const next = nextFirstStep(progress);
  const step = (name: FirstStep, isDone: boolean) => ({ name, done: isDone, next: next === name });
  return (
    <Card>
      <CardHeader
        title={t("Get started")}
        description={t("Go from an empty project to your first explained install in five minutes.")}
        actions={
          onHide ? (
            <Button size="sm" variant="ghost" onClick={onHide}>
              {t("Hide")}
            </Button>
          ) : null
        }
      />
      <ol className="grid grid-cols-1 divide-y border-t">
        <Step
          {...step("app", listings > 0)}
          title={t("Add your app")}
          outcome={t("{listings} store {listings, plural, one {page} other {pages}}", { listings })}
        >
          <p>
            {t(
              "Paste your app's App Store and Google Play URLs, so links send each phone to the right store.",
            )}
          </p>
          <StepLink href={`${base}/settings/links/store-listings`} action="store-listings.write">
            {t("Add a store page")}
          </StepLink>
        </Step>
        <Step {...step("link", campaign !== null)} title={t("Create a link")} outcome={campaign?.name}>
          <p>
            {t("Each campaign has a tracking link that counts clicks and sends people to the right place.")}
          </p>
          <StepLink href={`${base}/campaigns/new`} action="campaigns.write">
            {t("New campaign")}
          </StepLink>
        </Step>
        <Step {...step("follow", click !== null)} title={t("Click it")}>
          {campaign ? <FollowIt project={project} campaign={campaign} /> : null}
        </Step>
        <Step
          {...step("click", click !== null)}
          title={t("See the click arrive")}
          outcome={
            click
              ? [click.campaign, platformNames[click.platform ?? ""] ?? click.platform]
                  .filter(Boolean)
                  .join(", ")
              : undefined
          }
          always={click ? <StepLink href={`${base}/developers/test`}>{t("Watch live")}</StepLink> : null}
        />
        <Step {...step("init", installs)} title={t("Send the first open")}>
          <p>
            {rich(
              "On first launch the app calls <code>init</code>, which registers an install. This command does the same by hand and names the link. In production, the store referrer, the ad network or a device match does that.",
              { code: (text) => <code className="font-mono text-xs">{text}</code> },
            )}
          </p>
          <CodeBlock title={t("Register an install")} code={sendInit(project, campaign)} />
          <div className="flex flex-wrap gap-2">
            <StepLink href={`${base}/developers`}>{t("Integrate the app")}</StepLink>
            <StepLink href={`${base}/developers/test/devices`} action="devices.read">
              {t("Watch a phone's calls")}
            </StepLink>
          </div>
        </Step>
        <Step {...step("real", progress.real !== null)} title={t("Your first real install, explained")}>
          <p>
            {t(
              "Install the app on a phone through one of your links. Its page shows the decision, the reason and every candidate. Test devices and the command above don't count.",
            )}
          </p>
          <div className="flex flex-wrap gap-2">
            <StepLink href={`${base}/developers`}>{t("Integrate the app")}</StepLink>
            <StepLink href={`${base}/installs`} action="installs.read">
              {t("See all installs")}
            </StepLink>
          </div>
        </Step>
      </ol>
      {noPublicAddress ? <NoPublicAddress className="m-4" /> : null}
    </Card>
  );
}

type StepProps = {
  name: FirstStep;
  title: string;
  done: boolean;
  next: boolean;
  outcome?: string | undefined;
  /** Shown for every step, also if it is not the next one. */
  always?: ReactNode;
  children?: ReactNode;
};

function Step({ title, done, next, outcome, always, children }: StepProps) {
  return (
    <li
      aria-current={next ? "step" : undefined}
      className={cn("grid grid-cols-[1.5rem_minmax(0,1fr)] gap-x-3.5 px-5 py-4", next && "bg-sunken")}
    >
      <span
        className={cn(
          "grid size-6 place-items-center rounded-full border text-xs",
          done && "border-transparent bg-accent text-on-accent",
          next && "border-2 border-accent",
        )}
      >
        {done ? <Check className="size-3.5" strokeWidth={2.5} aria-label={t("Done")} /> : null}
      </span>
      <div className="grid grid-cols-1 gap-3">
        <div className="flex min-h-6 flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h3 className={cn("text-sm", next ? "font-semibold" : "text-muted")}>{title}</h3>
          {next ? <Badge tone="accent">{t("Next")}</Badge> : null}
          {done && outcome ? <span className="min-w-0 truncate text-muted text-sm">{outcome}</span> : null}
        </div>
        {next && children ? (
          <div className="grid grid-cols-1 justify-items-start gap-3 text-muted text-sm *:min-w-0 *:max-w-full [&>p]:max-w-prose">
            {children}
          </div>
        ) : null}
        {always ? <div>{always}</div> : null}
      </div>
    </li>
  );
}

function StepLink({
  href,
  action = "project.read",
  children,
}: {
  href: string;
  /** The permission that the screen requires. */
  action?: MemberAction;
  children: ReactNode;
}) {
  return (
    <GatedLink size="sm" reason={useMissingRoleText(action)} href={href}>
      {children}
      <ArrowRight className="size-3.5" />
    </GatedLink>
  );
}

function FollowIt({ project, campaign }: { project: MemberProject; campaign: Campaign }) {
  const [qr, setQr] = useState(false);
  return (
    <>
      <p>{t("Open it here or on a phone. The click shows up within seconds.")}</p>
      <Copyable value={campaign.shareable_link} label={t("Copy link")} className="w-full max-w-md" />
      <div className="flex flex-wrap gap-2">
        <Button asChild size="sm" variant="primary">
          <a href={campaign.shareable_link} target="_blank" rel="noreferrer">
            {t("Open link")}
          </a>
        </Button>
        <Button size="sm" onClick={() => setQr(true)}>
          <QrCode className="size-3.5" />
          {t("QR code")}
        </Button>
      </div>
      <QrDialog
        path={at("/projects/:project/campaigns", { project: project.id })}
        campaign={qr ? campaign : null}
        onClose={() => setQr(false)}
      />
    </>
  );
}

function sendInit(project: MemberProject, campaign: Campaign | null): string {
  const body = {
    token: project.token,
    platform: project.platforms[0] ?? "ANDROID",
    install_instance_id: commandInstance,
    ...(campaign?.shareable_link ? { link: campaign.shareable_link } : {}),
    device_data: { device_name: t("Test phone") },
  };
  return [
    `curl -X POST ${location.origin}/api/client/init \\`,
    "  -H 'content-type: application/json' \\",
    `  -d '${JSON.stringify(body, null, 2).replaceAll("'", "'\\''").replaceAll("\n", "\n      ")}'`,
  ].join("\n");
}
