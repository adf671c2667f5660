import { useProject } from "@/app/(dashboard)/shell/session";
import { EmptyState } from "@/components/empty-state";
import { IntentLink } from "@/components/intent-link";
import { rich } from "@/components/rich";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { When } from "@/components/ui/when";
import type { AppleSetup } from "@/lib/apple/postbacks/setup-schema";
import { t } from "@/lib/base/languages/texts";

/** The App Store ID connects Apple's postbacks to this project. */
export function AppleAppsCard({ apps }: { apps: AppleSetup["apps"] }) {
  const listings = `/p/${useProject().id}/settings/links/store-listings`;
  return (
    <Card>
      <CardHeader
        title={t("Apps")}
        description={t("Postbacks belong to the project that lists the app in the App Store.")}
      />
      {apps.length === 0 ? (
        <EmptyState
          title={t("No App Store listing yet")}
          actions={
            <Button asChild>
              <IntentLink href={listings}>{t("Add a store listing")}</IntentLink>
            </Button>
          }
        >
          {t(
            "Earlier postbacks are stored for 60 days. They appear once the app is listed and its domain is verified.",
          )}
        </EmptyState>
      ) : (
        <ul className="divide-y border-t">
          {apps.map(({ app_id, name, is_contested, is_elsewhere, last_at }) => (
            <li key={app_id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-5 py-3 text-sm">
              <span className="font-medium">{name}</span>
              <code className="font-mono text-muted text-xs">{app_id}</code>
              <span className="ms-auto text-muted">
                {is_contested ? (
                  <Badge tone="warning">
                    {is_elsewhere
                      ? t("Another project on this server gets its postbacks")
                      : t("Another project on this server lists this app, too")}
                  </Badge>
                ) : null}{" "}
                {is_elsewhere
                  ? null
                  : last_at
                    ? rich("Last postback {when}", { when: <When at={last_at} /> })
                    : t("No postback yet")}
              </span>
              {is_contested ? (
                <p className="basis-full text-muted">
                  {t(
                    "Postbacks go to the project that verified the app's domain under Settings → Links → Domains, and otherwise to the one that listed the app first. If this app is yours, verify its domain or ask the operator of this server.",
                  )}
                </p>
              ) : null}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
