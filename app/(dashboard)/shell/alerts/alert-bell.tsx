"use client";

import { Bell } from "lucide-react";
import { useState } from "react";
import { at } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { IntentLink } from "@/components/intent-link";
import { rich } from "@/components/rich";
import { Button } from "@/components/ui/button";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { When } from "@/components/ui/when";
import type { ShownAlert } from "@/lib/alerts/rules/schema";
import { t } from "@/lib/base/languages/texts";

const maxShown = 8;

/** The active alerts of a project, in the top bar of all its screens. */
export function AlertBell({ project }: { project: number }) {
  const [open, setOpen] = useState(false);
  const { data } = useGet(at("/projects/:project/alerts/firing", { project }), { refetchInterval: 60_000 });
  const alerts = data?.firing ?? [];
  const title = alerts.length === 0 ? t("No active alerts") : countText(alerts.length);
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button variant="ghost" size="icon" aria-label={title}>
          <Bell />
          {alerts.length > 0 ? (
            <span
              aria-hidden="true"
              className="num absolute -top-0.5 -end-0.5 grid h-4 min-w-4 place-items-center rounded-full bg-danger-fill px-1 font-medium text-2xs text-white"
            >
              {alerts.length > 99 ? "99+" : alerts.length}
            </span>
          ) : null}
        </Button>
      </PopoverTrigger>
      <PopoverContent align="end" aria-label={t("Alerts")} className="w-96 max-w-[calc(100vw-1rem)] p-0">
        <p className="px-4 pt-3 pb-2 font-medium">{title}</p>
        {alerts.length > 0 ? (
          <ul className="max-h-96 divide-y overflow-y-auto border-t">
            {alerts.slice(0, maxShown).map((alert) => (
              <li key={alert.id}>
                <AlertLink alert={alert} project={project} onFollow={() => setOpen(false)} />
              </li>
            ))}
          </ul>
        ) : null}
        <IntentLink
          href={`/p/${project}/alerts`}
          onClick={() => setOpen(false)}
          className="block rounded-b-lg border-t px-4 py-2.5 text-muted hover:bg-hover hover:text-ink"
        >
          {alerts.length > maxShown
            ? t("All {alerts} alerts", { alerts: alerts.length })
            : t("All alert rules")}
        </IntentLink>
      </PopoverContent>
    </Popover>
  );
}

const countText = (count: number) =>
  count === 1 ? t("1 active alert") : t("{count} active alerts", { count });

function AlertLink({
  alert,
  project,
  onFollow,
}: {
  alert: ShownAlert;
  project: number;
  onFollow: () => void;
}) {
  return (
    <IntentLink
      href={`/p/${project}/alerts/${alert.rule.id}`}
      onClick={onFollow}
      className="wrap-anywhere grid gap-0.5 px-4 py-2.5 hover:bg-hover"
    >
      <span className="font-medium">{alert.rule.name}</span>
      <span>{alert.latest_text}</span>
      <span className="text-muted text-xs">
        {rich("Since {when}{text}", {
          when: <When at={alert.fired_at} />,
          text: alert.text === alert.latest_text ? "" : t(", then: {text}", { text: alert.text }),
        })}
      </span>
    </IntentLink>
  );
}
