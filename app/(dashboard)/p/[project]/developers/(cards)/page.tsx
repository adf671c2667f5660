"use client";

import { useMemo } from "react";
import { AddressWarning, Checklist } from "@/app/(dashboard)/developers/checklist";
import { type ClientName, clientGuides, clientNames } from "@/app/(dashboard)/developers/clients/clients";
import { at } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { NotLoaded } from "@/app/(dashboard)/shell/page-skeleton";
import { useProjectDetails } from "@/app/(dashboard)/shell/use-details";
import { Website } from "@/app/(dashboard)/shell/website";
import { Select } from "@/components/fields/select";
import { IntentLink } from "@/components/intent-link";
import { PageHeader } from "@/components/page-header";
import { rich } from "@/components/rich";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { CodeBlock } from "@/components/ui/code-block";
import { Copyable } from "@/components/ui/copy-button";
import { Segmented } from "@/components/ui/segmented";
import { urlChoice, urlText, useUrlState } from "@/components/use-url-state";
import { t } from "@/lib/base/languages/texts";
import { isLocalHost } from "@/lib/base/web/hosts";
import type { MemberProject } from "@/lib/projects/schema";

const codecs = { client: urlChoice<ClientName>(clientNames, "android"), server: urlText() };

export default function Integrate() {
  const { data: project, error, refetch } = useProjectDetails();
  return (
    <div className="mx-auto grid max-w-6xl grid-cols-1 gap-6">
      <PageHeader
        title={t("Integrate")}
        description={t("Add the client to your app to start receiving its activity.")}
      />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        {project ? (
          <div className="grid min-w-0 grid-cols-1 gap-6">
            <Client project={project} />
            <Website project={project.id} link={`${project.link_base}/your-campaign`} />
          </div>
        ) : (
          <NotLoaded error={error} retry={refetch} className="h-160" />
        )}
        <div className="max-lg:order-first lg:sticky lg:top-21">
          <Checklist />
        </div>
      </div>
      <AddressWarning />
    </div>
  );
}

function Client({ project }: { project: MemberProject }) {
  const [address, setAddress] = useUrlState(codecs);
  const servers = useServers(project.id);
  const server = servers.includes(address.server) ? address.server : (servers[0] ?? location.origin);
  const { data: signing } = useGet(at("/projects/:project/signing", { project: project.id }));
  const chosen = clientGuides[address.client];
  const blocks = useMemo(() => {
    const begin = chosen.begin({ server, token: project.token }, location.origin);
    return chosen.use ? [...begin, chosen.use] : begin;
  }, [chosen, server, project.token]);
  return (
    <Card>
      <CardHeader
        title={t("Client")}
        description={t(
          "Add it to your app. It queues calls on the device until the server has them, so calls aren't lost offline.",
        )}
      />
      <CardBody className="grid grid-cols-1 gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <div className="grid min-w-0 content-start gap-1.5">
            <p className="font-medium text-sm">{t("API URL")}</p>
            {servers.length > 1 ? (
              <Select
                aria-label="API URL"
                value={server}
                options={servers.map((each) => ({ value: each, label: each }))}
                onValueChange={(next) => setAddress({ server: next === servers[0] ? "" : next })}
              />
            ) : (
              <Copyable value={server} label={t("Copy the API URL")} className="w-full" />
            )}
          </div>
          <div className="grid min-w-0 content-start gap-1.5">
            <p className="font-medium text-sm">{t("App token")}</p>
            <Copyable value={project.token} label={t("Copy token")} className="w-full" />
          </div>
        </div>
        {isOnlyHere(server) ? (
          <Alert tone="warning" title={t("Phones can't reach this URL")}>
            {t(
              "It's this machine's local name. That works for curl and local simulators; a real device needs a public server URL.",
            )}
          </Alert>
        ) : null}
        {signing?.required ? (
          <Alert
            tone="warning"
            title={t("This project accepts signed calls only")}
            actions={
              <Button asChild size="sm">
                <IntentLink href={`/p/${project.id}/developers/keys`}>{t("How to sign calls")}</IntentLink>
              </Button>
            }
          >
            {chosen.signing}
            {signing.body_only
              ? null
              : t(
                  " Existing apps whose client signs only the body get a 401. Accept body-only signatures as long as they're in use.",
                )}
          </Alert>
        ) : null}
        <div className="max-w-full justify-self-start overflow-x-auto whitespace-nowrap [scrollbar-width:none]">
          <Segmented
            label={t("Platform")}
            value={address.client}
            options={clientNames.map((value) => ({ value, label: clientGuides[value].label }))}
            onValueChange={(client) => setAddress({ client })}
          />
        </div>
        <p className="max-w-prose text-muted text-sm">{chosen.note}</p>
        {blocks.map(({ title, code }) => (
          <CodeBlock
            key={title}
            title={title}
            code={code}
            className="[&_pre]:max-h-140 [&_pre]:overflow-y-auto"
          />
        ))}
        <p className="max-w-prose text-muted text-sm">
          {rich(
            "All calls are safe to retry. For everything else you can send, see the <link>API reference</link>.",
            {
              link: (text) => (
                <IntentLink href="/docs" className="rounded-sm underline underline-offset-2">
                  {text}
                </IntentLink>
              ),
            },
          )}
        </p>
      </CardBody>
    </Card>
  );
}

function isOnlyHere(server: string): boolean {
  const { hostname } = new URL(server);
  return hostname === "localhost" || hostname === "127.0.0.1" || isLocalHost(hostname);
}

/** The addresses of the server: its own, and every verified domain. */
function useServers(project: number): string[] {
  const { data } = useGet(at("/projects/:project/domains", { project }));
  const hosts = (data?.domains ?? [])
    .filter((domain) => domain.verified_at !== null && !isLocalHost(domain.host))
    .sort((a, b) => Number(b.is_primary) - Number(a.is_primary))
    .map((domain) => `https://${domain.host}`);
  return [...new Set([location.origin, ...hosts])];
}
