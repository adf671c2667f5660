"use client";

import { SearchX } from "lucide-react";
import { useParams } from "next/navigation";
import { ApiError, at } from "@/app/(dashboard)/api";
import { Crumb } from "@/app/(dashboard)/crumbs";
import { useGet } from "@/app/(dashboard)/data";
import {
  platformNames,
  reasonName,
  shortId,
  stateNames,
} from "@/app/(dashboard)/p/[project]/installs/labels";
import { NotLoaded } from "@/app/(dashboard)/p/[project]/settings/not-loaded";
import { useProject } from "@/app/(dashboard)/session";
import { EmptyState } from "@/components/empty-state";
import { IntentLink } from "@/components/intent-link";
import { PageHeader } from "@/components/page-header";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { exactTime } from "@/components/when";
import type { InstallPage as Install } from "@/lib/reporting/lists/installs/schema";
import { Candidates } from "./candidates";
import { DeviceCard, FactsCard } from "./facts";
import { InstallMenu } from "./install-menu";
import { Suspicion } from "./suspicion";
import { Timeline } from "./timeline";
import { Versions } from "./versions";

export default function InstallPage() {
  const { install: id } = useParams<{ install: string }>();
  const project = useProject();
  const path = at("/projects/:project/installs/:install", { project: project.id, install: id });
  const { data, error, refetch } = useGet(path, { refetchInterval: 15_000 });
  if (error instanceof ApiError && error.status === 404) {
    return (
      <EmptyState
        icon={SearchX}
        title="There is no such install"
        actions={
          <Button asChild>
            <IntentLink href={`/p/${project.id}/installs`}>To the installs</IntentLink>
          </Button>
        }
      >
        It does not exist, or it belongs to another project.
      </EmptyState>
    );
  }
  return (
    <div className="mx-auto grid max-w-6xl grid-cols-1 gap-6">
      <Crumb label={shortId(id)} />
      <PageHeader
        title={
          data
            ? `${data.install.kind === "REINSTALL" ? "Reinstall" : "Install"} on ${deviceOf(data)}`
            : "Install"
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
        <Badge tone={install.campaign ? "accent" : "outline"}>{reasonName(install.reason ?? "")}</Badge>
      ) : (
        <Badge tone={stateNames[install.state]?.tone ?? "neutral"} dot>
          {stateNames[install.state]?.label ?? install.state}
        </Badge>
      )}
      {install.flags.length > 0 ? <Badge tone="danger">Suspicious</Badge> : null}
      {install.postbacks_held ? <Badge tone="outline">Withheld</Badge> : null}
      {install.is_test ? <Badge tone="warning">Test</Badge> : null}
      {install.erased_at ? <Badge tone="outline">Erased</Badge> : null}
    </>
  );
}

function Erased({ at }: { at: string }) {
  const { time_zone: timeZone } = useProject();
  return (
    <Alert title={`This person was erased on ${exactTime(new Date(at), timeZone)}`}>
      What told who it was is gone, and so is what the decision was made of. The decision stands, as do the
      figures it is counted in; it is not made again.
    </Alert>
  );
}

function Whole({ page }: { page: Install }) {
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="grid grid-cols-1 gap-6">
        {page.install.erased_at ? <Erased at={page.install.erased_at} /> : null}
        <Card>
          <CardHeader title="The decision" />
          <CardBody className="grid gap-1.5">
            <p className="max-w-prose text-base text-ink">{page.sentence}</p>
            {page.remarks.length > 0 ? <p className="text-muted text-sm">{page.remarks.join(" ")}</p> : null}
          </CardBody>
          <Suspicion page={page} />
          <Candidates page={page} />
        </Card>
        <Timeline page={page} />
        {page.versions.length > 1 ? <Versions page={page} /> : null}
      </div>
      <div className="grid grid-cols-1 gap-6">
        <FactsCard page={page} />
        {page.device ? <DeviceCard device={page.device} /> : null}
      </div>
    </div>
  );
}
