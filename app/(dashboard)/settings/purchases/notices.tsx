import { Inbox } from "lucide-react";
import { useProject } from "@/app/(dashboard)/shell/session";
import { EmptyState } from "@/components/empty-state";
import { Badge } from "@/components/ui/badge";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { When } from "@/components/ui/when";
import { t } from "@/lib/base/languages/texts";
import type { PurchaseSettings } from "@/lib/facts/purchases/settings/schema";
import { noticeStateLabels, sourceNames } from "./names";

/** The newest notifications with their results; those without a user wait for a week. */
export function Notices({ notices }: { notices: PurchaseSettings["notices"] }) {
  const { time_zone: timeZone } = useProject();
  return (
    <Card aria-label={t("Notifications")}>
      <CardHeader
        title={t("Notifications")}
        description={t("The newest 50. A notification waits up to 7 days for its user, and is shown for 30.")}
      />
      <CardBody>
        {notices.length === 0 ? (
          <EmptyState icon={Inbox} title={t("No notifications yet")}>
            {t("They appear here once a store or service sends them to its address.")}
          </EmptyState>
        ) : (
          <ul className="divide-y">
            {notices.map(({ source, id, received_at, kind, state, text }) => (
              <li
                key={`${source} ${id}`}
                className="grid gap-1 py-2.5 text-sm sm:grid-cols-[10rem_1fr_auto] sm:gap-4"
              >
                <span className="text-muted">
                  <When at={received_at} timeZone={timeZone} />
                </span>
                <span className="min-w-0">
                  {sourceNames[source].title} <code className="break-all font-mono text-xs">{kind}</code>
                  {text ? <span className="block text-muted text-xs">{text}</span> : null}
                </span>
                <span>
                  <Badge tone={noticeStateLabels[state].tone}>{noticeStateLabels[state].label}</Badge>
                </span>
              </li>
            ))}
          </ul>
        )}
      </CardBody>
    </Card>
  );
}
