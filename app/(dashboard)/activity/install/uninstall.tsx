import { useProject } from "@/app/(dashboard)/shell/session";
import { dayText, exactTime } from "@/components/format";
import { Alert } from "@/components/ui/alert";
import { Badge, type BadgeTone } from "@/components/ui/badge";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import type { InstallPage } from "@/lib/activity/lists/installs/schema";
import { t } from "@/lib/base/languages/texts";
import { minUnregisteredDays } from "@/lib/facts/uninstalls/push-kinds";

export function Uninstalled({ at }: { at: string }) {
  const { time_zone: timeZone } = useProject();
  return (
    <Alert
      title={t("Uninstalled on {day}, after {minUnregisteredDays} days gone", {
        day: dayText(new Date(at), timeZone),
        minUnregisteredDays,
      })}
    >
      {t(
        "The push service first reported it that day. If the app is opened on this install again, the uninstall is removed.",
      )}
    </Alert>
  );
}

const faces: Record<string, { label: string; tone: BadgeTone }> = {
  there: { label: t("Installed"), tone: "success" },
  unregistered: { label: t("Unregistered"), tone: "warning" },
  expired: { label: t("Token expired"), tone: "outline" },
  bad: { label: t("Token invalid"), tone: "outline" },
  foreign: { label: t("Another app's token"), tone: "outline" },
};

/** The push service's responses about the install's token. */
export function ProbesCard({ probes }: { probes: InstallPage["install"]["probes"] }) {
  const { time_zone: timeZone } = useProject();
  return (
    <Card>
      <CardHeader
        title={t("Push probes")}
        description={t("One a day, until the app is uninstalled. The newest first.")}
      />
      <CardBody>
        <ol className="grid gap-3">
          {probes.map(({ at, is, text }) => (
            <li key={at} className="grid gap-0.5 text-sm">
              <span className="flex flex-wrap items-center justify-between gap-2">
                <span className="min-w-0 break-words">{text}</span>
                <Badge tone={faces[is]?.tone ?? "neutral"}>{faces[is]?.label ?? is}</Badge>
              </span>
              <time dateTime={at} className="num text-muted text-xs">
                {exactTime(new Date(at), timeZone)}
              </time>
            </li>
          ))}
        </ol>
      </CardBody>
    </Card>
  );
}
