import type { ReactNode } from "react";
import { shortId } from "@/app/(dashboard)/shell/facts/install-labels";
import { useProject } from "@/app/(dashboard)/shell/session";
import { exactTime } from "@/components/format";
import { IntentLink } from "@/components/intent-link";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { Copyable } from "@/components/ui/copy-button";
import { When } from "@/components/ui/when";
import type { InstallPage } from "@/lib/activity/lists/installs/schema";
import { t } from "@/lib/base/languages/texts";
import { countryName } from "@/lib/base/text/country-name";
import { platformNames } from "@/lib/base/text/platform-names";
import { networkLabel } from "@/lib/campaigns/networks";

export function FactsCard({ page }: { page: InstallPage }) {
  const { id: project, time_zone: timeZone } = useProject();
  const { install } = page;
  const time = (at: string | null) => (at ? exactTime(new Date(at), timeZone) : null);
  return (
    <Card>
      <CardHeader title={t("The install")} />
      <CardBody className="grid gap-4">
        <Fact label={t("Install ID")}>
          <Copyable value={install.id} label={t("Copy the install ID")} className="w-full" />
        </Fact>
        <Fact label={t("Instance ID")}>
          <Copyable
            value={install.install_instance_id}
            label={t("Copy the instance ID")}
            className="w-full"
          />
        </Fact>
        <Facts
          rows={[
            [
              t("Campaign"),
              install.campaign ? (
                install.campaign.deleted ? (
                  t("{name} (deleted)", { name: install.campaign.name })
                ) : (
                  <IntentLink
                    key="campaign"
                    href={`/p/${project}/campaigns/${install.campaign.id}`}
                    className="rounded-sm underline underline-offset-2"
                  >
                    {install.campaign.name}
                  </IntentLink>
                )
              ) : null,
            ],
            [t("Network"), install.network && networkLabel(install.network)],
            [t("Ad set"), install.ad_set_name ?? install.ad_set_id],
            [t("Creative"), install.creative_name ?? install.creative_id],
            [t("Keyword"), install.keyword_name ?? install.keyword_id],
            [t("Publisher"), install.publisher_id],
            [install.touch === "VIEW" ? t("Viewed") : t("Clicked"), time(install.clicked_at)],
            [t("Decided"), time(install.decided_at)],
            [t("User"), install.user_id],
            [t("Platform"), [platformNames[install.platform], install.os_version].filter(Boolean).join(" ")],
            [t("Language"), install.language],
            [t("Country"), install.country && countryName(install.country)],
            [t("App"), install.app_version],
            [t("Last open"), install.last_open_at ? <When key="open" at={install.last_open_at} /> : null],
            [t("Push token"), install.has_push_token ? t("Known") : null],
            [t("Opening link"), install.link],
            [t("Deeplink"), install.deeplink],
          ]}
        />
        {Object.entries(install.integrations).map(([name, id]) => (
          <Fact key={name} label={name}>
            <Copyable
              value={typeof id === "string" ? id : JSON.stringify(id)}
              label={t("Copy {name}", { name })}
              className="w-full"
            />
          </Fact>
        ))}
      </CardBody>
    </Card>
  );
}

export function DeviceCard({ device }: { device: NonNullable<InstallPage["device"]> }) {
  const { id: project } = useProject();
  return (
    <Card>
      <CardHeader title={t("The device")} description={t("Seen by admins only.")} />
      <CardBody className="grid gap-4">
        {device.ids.map((each) => (
          <Fact key={each.id} label={each.kind}>
            <Copyable value={each.id} label={t("Copy the {kind}", { kind: each.kind })} className="w-full" />
          </Fact>
        ))}
        {device.other_installs.length > 0 ? (
          <Fact label={t("Other installs of the same device")}>
            <ul className="grid gap-1 text-sm">
              {device.other_installs.map((each) => (
                <li key={each.id} className="flex flex-wrap gap-x-2">
                  <IntentLink
                    href={`/p/${project}/installs/${each.id}`}
                    className="rounded-sm font-mono text-xs underline underline-offset-2"
                  >
                    {shortId(each.id)}
                  </IntentLink>
                  <When clock at={each.installed_at} className="text-muted" />
                </li>
              ))}
            </ul>
          </Fact>
        ) : null}
        {device.user_agent ? (
          <Fact label={t("User agent")}>
            <p className="break-words font-mono text-muted text-xs">{device.user_agent}</p>
          </Fact>
        ) : null}
      </CardBody>
    </Card>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-1 gap-1">
      <p className="text-muted text-xs">{label}</p>
      {children}
    </div>
  );
}

function Facts({ rows }: { rows: [string, ReactNode][] }) {
  return (
    <dl className="grid grid-cols-[6rem_minmax(0,1fr)] gap-x-3 gap-y-2 text-sm">
      {rows.map(([label, value]) =>
        value ? (
          <div key={label} className="contents">
            <dt className="text-muted">{label}</dt>
            <dd className="min-w-0 break-words">{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}
