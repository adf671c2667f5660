import { CircleAlert, CircleCheck, CircleDashed, type LucideIcon, TriangleAlert } from "lucide-react";
import { useProject } from "@/app/(dashboard)/shell/session";
import { cn } from "@/components/cn";
import { IntentLink } from "@/components/intent-link";
import { rich } from "@/components/rich";
import { Badge, type BadgeTone } from "@/components/ui/badge";
import { Spinner } from "@/components/ui/spinner";
import { When } from "@/components/ui/when";
import { t } from "@/lib/base/languages/texts";
import type { Diagnosis, DomainFinding } from "@/lib/traffic/domain-check/schema";

type Face = { icon: LucideIcon; ink: string; tone: BadgeTone; label: string };

const faces: Record<DomainFinding["state"], Face> = {
  ok: { icon: CircleCheck, ink: "text-success", tone: "success", label: "OK" },
  warning: { icon: TriangleAlert, ink: "text-warning", tone: "warning", label: t("Warning") },
  problem: { icon: CircleAlert, ink: "text-danger", tone: "danger", label: t("Error") },
  skipped: { icon: CircleDashed, ink: "text-faint", tone: "neutral", label: t("Not checked") },
};

const summaries: Record<Diagnosis["state"], string> = {
  ok: t("All checks passed"),
  warning: t("Links work, with warnings"),
  problem: t("Some checks failed"),
};

const questions: Record<DomainFinding["check"], string> = {
  dns: t("Does DNS point to an address?"),
  tls: t("Is the certificate trusted by phones?"),
  reaches: t("Do requests reach this server without redirects?"),
  visitors: t("Are visitors' IP addresses known?"),
  apple_file: t(
    "Is the file served correctly (status 200, no redirect, application/json) with your apps in it?",
  ),
  android_file: t(
    "Is the file served correctly (status 200, no redirect, application/json) with your apps in it?",
  ),
  apple_copy: t("Does Apple's CDN have the current file? iPhones fetch it there."),
};

type DoctorProps = { host: string; local: boolean; busy: boolean; diagnosis: Diagnosis | undefined };

export function DomainCheckResult({ host, local, busy, diagnosis }: DoctorProps) {
  return (
    <div aria-live="polite">
      {diagnosis ? (
        <section aria-label={t("Checks of {host}", { host })} aria-busy={busy} className="border-t">
          <h3 className="flex flex-wrap items-baseline gap-x-3 px-5 pt-4 text-sm">
            <span className="font-medium">{local ? t("Local name") : summaries[diagnosis.state]}</span>
            <span className="font-normal text-faint text-xs">
              {rich("checked {when}", { when: <When at={diagnosis.checked_at} /> })}
            </span>
          </h3>
          <ul className={cn("grid grid-cols-1 divide-y px-5 transition-opacity", busy && "opacity-60")}>
            {diagnosis.findings.map((finding) => (
              <Row key={finding.check} finding={finding} />
            ))}
          </ul>
          {local ? (
            <p className="border-t bg-sunken px-5 py-3 text-muted text-sm">
              {t(
                "The other checks don't apply: a local name has no DNS record or certificate, and phones can't load apple-app-site-association or assetlinks.json from it.",
              )}
            </p>
          ) : null}
        </section>
      ) : busy ? (
        <p className="flex items-center gap-2.5 border-t px-5 py-4 text-muted text-sm">
          <Spinner /> {t("Checking {host} from outside.", { host })}
        </p>
      ) : null}
    </div>
  );
}

function Row({ finding }: { finding: DomainFinding }) {
  const { id } = useProject();
  const { icon: Icon, ink, tone, label } = faces[finding.state];
  const isFile = finding.check === "apple_file" || finding.check === "android_file";
  return (
    <li className="grid grid-cols-[1rem_minmax(0,1fr)] gap-x-3 py-3.5 text-sm">
      <Icon className={cn("mt-0.5 size-4", ink)} aria-hidden="true" />
      <div className="grid grid-cols-1 gap-1">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="break-all font-medium">{finding.title}</span>
          <Badge tone={tone}>{label}</Badge>
        </p>
        <p className="text-faint text-xs">{questions[finding.check]}</p>
        <p className="break-words text-muted">{finding.text}</p>
        {finding.remedy ? (
          <p className="mt-1 rounded-md border bg-sunken px-3 py-2">
            <span className="font-medium">{t("How to fix:")} </span>
            <span className="break-words">{finding.remedy}</span>
            {isFile ? (
              <>
                {" "}
                <IntentLink href={`/p/${id}/settings/links/app-links`} className="rounded-sm underline">
                  {t("App links")}
                </IntentLink>
              </>
            ) : null}
          </p>
        ) : null}
      </div>
    </li>
  );
}
