"use client";

import { SearchX } from "lucide-react";
import { useParams } from "next/navigation";
import { Candidates, candidatesText } from "@/app/(dashboard)/activity/install/candidates";
import { DeviceCard, FactsCard } from "@/app/(dashboard)/activity/install/facts";
import { InstallMenu } from "@/app/(dashboard)/activity/install/install-menu";
import { RawData } from "@/app/(dashboard)/activity/install/raw-data";
import { Timeline } from "@/app/(dashboard)/activity/install/timeline";
import { ProbesCard, Uninstalled } from "@/app/(dashboard)/activity/install/uninstall";
import { ApiError, at } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { ConfidenceAndFraud } from "@/app/(dashboard)/shell/facts/certainty";
import { ConsentCard } from "@/app/(dashboard)/shell/facts/consent";
import { DeliveriesCard } from "@/app/(dashboard)/shell/facts/deliveries";
import { attributionReasonName, installStates, shortId } from "@/app/(dashboard)/shell/facts/install-labels";
import { Breadcrumb } from "@/app/(dashboard)/shell/frame/crumbs";
import { NotLoaded } from "@/app/(dashboard)/shell/page-skeleton";
import { useProject } from "@/app/(dashboard)/shell/session";
import { EmptyState } from "@/components/empty-state";
import { exactTime } from "@/components/format";
import { IntentLink } from "@/components/intent-link";
import { PageHeader } from "@/components/page-header";
import { rich } from "@/components/rich";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { Disclosure } from "@/components/ui/disclosure";
import type { InstallPage as Install, InstallPage } from "@/lib/activity/lists/installs/schema";
import { fraudLevelNames } from "@/lib/attribution/fraud/labels";
import type { FraudLevel } from "@/lib/attribution/fraud/rules";
import { t } from "@/lib/base/languages/texts";
import { platformNames } from "@/lib/base/text/platform-names";

export default function OneInstall() {
  const { install: id } = useParams<{ install: string }>();
  const project = useProject();
  const path = at("/projects/:project/installs/:install", { project: project.id, install: id });
  const { data, error, refetch } = useGet(path, { refetchInterval: 15_000 });
  if (error instanceof ApiError && error.status === 404) {
    return (
      <EmptyState
        icon={SearchX}
        page
        title={t("Install not found")}
        actions={
          <Button asChild>
            <IntentLink href={`/p/${project.id}/installs`}>{t("Go to installs")}</IntentLink>
          </Button>
        }
      >
        {t("It doesn't exist or belongs to another project.")}
      </EmptyState>
    );
  }
  return (
    <div className="mx-auto grid max-w-6xl grid-cols-1 gap-6">
      <Breadcrumb label={shortId(id)} />
      <PageHeader
        title={
          data
            ? t("{if_kind, select, yes {Reinstall} other {Install}} on {data}", {
                if_kind: data.install.kind === "REINSTALL" ? "yes" : "no",
                data: deviceOf(data),
              })
            : t("Install")
        }
        description={data ? exactTime(new Date(data.install.installed_at), project.time_zone) : " "}
        badge={data ? <Badges install={data.install} /> : null}
        actions={data ? <InstallMenu page={data} /> : null}
      />
      {data ? <Whole page={data} /> : <NotLoaded error={error} retry={refetch} className="h-120" />}
    </div>
  );
}

const deviceOf = ({ install }: Install) =>
  install.device_model ?? platformNames[install.platform] ?? install.platform;

function Badges({ install }: { install: Install["install"] }) {
  return (
    <>
      {install.state === "DECIDED" ? (
        <Badge tone={install.campaign ? "accent" : "outline"}>
          {attributionReasonName(install.reason ?? "")}
        </Badge>
      ) : (
        <Badge tone={installStates[install.state]?.tone ?? "neutral"} dot>
          {installStates[install.state]?.label ?? install.state}
        </Badge>
      )}
      {install.flags.length > 0 ? <Badge tone="danger">{t("Suspicious")}</Badge> : null}
      {install.postbacks_withheld ? <Badge tone="outline">{t("Postbacks skipped")}</Badge> : null}
      {install.uninstalled_at ? <Badge tone="outline">{t("Uninstalled")}</Badge> : null}
      {install.is_test ? <Badge tone="warning">{t("Test")}</Badge> : null}
      {install.erased_at ? <Badge tone="outline">{t("Erased")}</Badge> : null}
    </>
  );
}

function Erased({ at }: { at: string }) {
  const { time_zone: timeZone } = useProject();
  return (
    <Alert title={t("This user was erased on {exactTime}", { exactTime: exactTime(new Date(at), timeZone) })}>
      {t(
        "Personal data and the evidence behind the decision were removed. The decision and its figures stay, and it won't be decided again.",
      )}
    </Alert>
  );
}

function Whole({ page }: { page: Install }) {
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="grid grid-cols-1 gap-6">
        {page.install.erased_at ? <Erased at={page.install.erased_at} /> : null}
        {page.install.uninstalled_at ? <Uninstalled at={page.install.uninstalled_at} /> : null}
        <Card>
          <CardHeader title={t("The decision")} />
          <CardBody className="grid gap-1.5">
            <p className="max-w-prose font-medium text-ink text-lg leading-snug">{page.decision}</p>
            <p className="max-w-prose text-ink">{page.because}</p>
            {page.again ? <p className="max-w-prose text-ink text-sm">{page.again}</p> : null}
            {page.remarks.length > 0 ? <p className="text-muted text-sm">{page.remarks.join(" ")}</p> : null}
            <ConfidenceAndFraud
              confidence={page.install.confidence}
              fired={page.charges.map(({ label }) => label)}
            />
          </CardBody>
          <Suspicion page={page} />
        </Card>
        <Disclosure title={t("How it was decided")} description={decidedText(page)}>
          <p className="px-5 py-4 text-sm">{page.sentence}</p>
          <Candidates page={page} />
          {page.versions.length > 1 ? <Versions page={page} /> : null}
        </Disclosure>
        <Timeline page={page} />
        <DeliveriesCard fact="install" id={page.install.id} />
        <RawData page={page} />
      </div>
      <div className="grid grid-cols-1 gap-6">
        <FactsCard page={page} />
        <ConsentCard consent={page.consent} />
        {page.install.probes.length > 0 ? <ProbesCard probes={page.install.probes} /> : null}
        {page.device ? <DeviceCard device={page.device} /> : null}
      </div>
    </div>
  );
}

/** What the closed part contains. */
const decidedText = (page: InstallPage) =>
  [
    candidatesText(page),
    page.versions.length > 1 ? t("{versions} decisions", { versions: page.versions.length }) : "",
  ]
    .filter(Boolean)
    .join(", ");

/** The fraud rules that fired on the current decision, with their findings. */
function Suspicion({ page }: { page: InstallPage }) {
  const { id } = useProject();
  if (page.charges.length === 0) return null;
  return (
    <section aria-labelledby="suspicion" className="border-t">
      <h3 id="suspicion" className="flex flex-wrap items-center gap-x-3 px-5 pt-4 pb-1 font-medium text-sm">
        {rich("Why it's suspicious<link>The rules</link>", {
          link: (text) => (
            <IntentLink
              href={`/p/${id}/attribution?section=fraud`}
              className="ms-auto rounded-sm font-normal text-muted text-xs underline underline-offset-2"
            >
              {text}
            </IntentLink>
          ),
        })}
      </h3>
      {page.install.postbacks_withheld ? (
        <p className="px-5 pb-1 text-muted text-sm">
          {t("Withheld: because of one of these rules, Cairn doesn't report this install to ad networks.")}
        </p>
      ) : null}
      <ul className="divide-y">
        {page.charges.map((charge) => (
          <li key={`${charge.rule} ${charge.click_id}`} className="grid gap-1 px-5 py-3">
            <p className="flex flex-wrap items-center gap-2 font-medium text-sm">
              {charge.label}
              <Badge tone="danger">{fraudLevelNames[charge.level as FraudLevel] ?? charge.level}</Badge>
            </p>
            <p className="text-muted text-sm">{charge.text}.</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Versions({ page }: { page: InstallPage }) {
  const { time_zone: timeZone } = useProject();
  return (
    <section aria-labelledby="versions" className="border-t">
      <h3 id="versions" className="px-5 pt-4 pb-1 font-medium text-sm">
        {t("Decision history")}
      </h3>
      <ol className="divide-y">
        {page.versions.map((each) => (
          <li key={each.version} className="grid gap-1 px-5 py-3.5 text-sm">
            <div className="flex flex-wrap items-center gap-2">
              <span className="font-medium">{t("Version {version}", { version: each.version })}</span>
              {each.version === page.install.decision_version ? (
                <Badge tone="success">{t("Current")}</Badge>
              ) : null}
              {each.counted ? null : <Badge tone="warning">{t("Not counted")}</Badge>}
              <time dateTime={each.decided_at} className="num ms-auto text-muted text-xs">
                {exactTime(new Date(each.decided_at), timeZone)}
              </time>
            </div>
            <p className="text-muted">
              {each.version === page.install.decision_version ? t("The current decision.") : each.sentence}
            </p>
            {each.suspicion ? <p className="text-danger text-xs">{each.suspicion}</p> : null}
          </li>
        ))}
      </ol>
    </section>
  );
}
