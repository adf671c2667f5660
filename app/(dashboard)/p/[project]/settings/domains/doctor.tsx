import { CircleAlert, CircleCheck, CircleDashed, type LucideIcon, TriangleAlert } from "lucide-react";
import { useProject } from "@/app/(dashboard)/session";
import { cn } from "@/components/cn";
import { IntentLink } from "@/components/intent-link";
import { Badge, type BadgeTone } from "@/components/ui/badge";
import { Spinner } from "@/components/ui/spinner";
import { When } from "@/components/when";
import type { Diagnosis, Finding } from "@/lib/traffic/doctor/schema";

type Face = { icon: LucideIcon; ink: string; tone: BadgeTone; word: string };

const faces: Record<Finding["state"], Face> = {
  ok: { icon: CircleCheck, ink: "text-success", tone: "success", word: "In order" },
  warning: { icon: TriangleAlert, ink: "text-warning", tone: "warning", word: "Look at this" },
  problem: { icon: CircleAlert, ink: "text-danger", tone: "danger", word: "Wrong" },
  skipped: { icon: CircleDashed, ink: "text-faint", tone: "neutral", word: "Not checked" },
};

const summaries: Record<Diagnosis["state"], string> = {
  ok: "All is in order",
  warning: "Links work, and something is worth a look",
  problem: "Something is wrong",
};

const questions: Record<Finding["check"], string> = {
  dns: "Does the name lead to an address?",
  tls: "Is there a certificate that phones trust?",
  reaches: "Do requests arrive at this server, without a redirect?",
  visitors: "Is it known where clicks and installs come from?",
  apple_file: "Is it served with status 200, no redirect, application/json, whole, and naming your apps?",
  android_file: "Is it served with status 200, no redirect, application/json, whole, and naming your apps?",
  apple_copy: "Do iPhones get the file of today? They ask Apple for it, not this server.",
};

type DoctorProps = { host: string; local: boolean; busy: boolean; diagnosis: Diagnosis | undefined };

export function Doctor({ host, local, busy, diagnosis }: DoctorProps) {
  return (
    <div aria-live="polite">
      {diagnosis ? (
        <section aria-label={`Examination of ${host}`} aria-busy={busy} className="border-t">
          <h3 className="flex flex-wrap items-baseline gap-x-3 px-5 pt-4 text-sm">
            <span className="font-medium">{local ? "A local name" : summaries[diagnosis.state]}</span>
            <span className="font-normal text-faint text-xs">
              examined <When at={diagnosis.checked_at} />
            </span>
          </h3>
          <ul className={cn("grid grid-cols-1 divide-y px-5 transition-opacity", busy && "opacity-60")}>
            {diagnosis.findings.map((finding) => (
              <Row key={finding.check} finding={finding} />
            ))}
          </ul>
          {local ? (
            <p className="border-t bg-sunken px-5 py-3 text-muted text-sm">
              The other checks do not apply: a local name has no record in DNS and no certificate, and no
              phone asks it for apple-app-site-association or assetlinks.json.
            </p>
          ) : null}
        </section>
      ) : busy ? (
        <p className="flex items-center gap-2.5 border-t px-5 py-4 text-muted text-sm">
          <Spinner /> Looking at {host} from outside.
        </p>
      ) : null}
    </div>
  );
}

function Row({ finding }: { finding: Finding }) {
  const { id } = useProject();
  const { icon: Icon, ink, tone, word } = faces[finding.state];
  const isFile = finding.check === "apple_file" || finding.check === "android_file";
  return (
    <li className="grid grid-cols-[1rem_minmax(0,1fr)] gap-x-3 py-3.5 text-sm">
      <Icon className={cn("mt-0.5 size-4", ink)} aria-hidden="true" />
      <div className="grid grid-cols-1 gap-1">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="break-all font-medium">{finding.title}</span>
          <Badge tone={tone}>{word}</Badge>
        </p>
        <p className="text-faint text-xs">{questions[finding.check]}</p>
        <p className="break-words text-muted">{finding.text}</p>
        {finding.remedy ? (
          <p className="mt-1 rounded-md border bg-sunken px-3 py-2">
            <span className="font-medium">What to do: </span>
            <span className="break-words">{finding.remedy}</span>
            {isFile ? (
              <>
                {" "}
                <IntentLink href={`/p/${id}/settings/app-links`} className="rounded-sm underline">
                  App links
                </IntentLink>
              </>
            ) : null}
          </p>
        ) : null}
      </div>
    </li>
  );
}
