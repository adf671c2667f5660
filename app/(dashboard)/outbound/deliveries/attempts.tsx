import { useProject } from "@/app/(dashboard)/shell/session";
import { exactTime, numberText } from "@/components/format";
import { Badge, type BadgeTone } from "@/components/ui/badge";
import { Card, CardHeader } from "@/components/ui/card";
import { t } from "@/lib/base/languages/texts";
import type { ShownDelivery } from "@/lib/outbound/deliveries/schema";

const verdicts: Record<string, { label: string; tone: BadgeTone }> = {
  sent: { label: t("Accepted"), tone: "success" },
  retry: { label: t("Tried again later"), tone: "warning" },
  dead: { label: t("Refused"), tone: "danger" },
  split: { label: t("Refused"), tone: "danger" },
  pause: { label: t("Destination paused"), tone: "warning" },
};

/** All attempts of a delivery with their responses, newest first. */
export function Attempts({ attempts }: Pick<ShownDelivery, "attempts">) {
  const { time_zone: timeZone } = useProject();
  if (attempts.length === 0) return null;
  return (
    <Card>
      <CardHeader title={t("Tries")} />
      <ol className="divide-y border-t" reversed>
        {attempts
          .map((each, n) => ({ ...each, n: n + 1 }))
          .reverse()
          .map(({ n, at, ms, is, code, why, answer }) => (
            <li key={n} className="grid grid-cols-1 gap-1.5 px-5 py-3.5 text-sm">
              <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
                <span className="num font-medium">{n}.</span>
                <Badge tone={verdicts[is]?.tone ?? "neutral"}>{verdicts[is]?.label ?? is}</Badge>
                {code === null ? null : <code className="font-mono text-muted text-xs">{code}</code>}
                <span className="num text-muted text-xs">
                  {t("{ms} ms", { ms: numberText(Math.round(ms)) })}
                </span>
                <time dateTime={at} className="num ms-auto text-muted text-xs">
                  {exactTime(new Date(at), timeZone)}
                </time>
              </div>
              {why === null || (answer !== null && why.includes(answer.slice(0, 100))) ? null : (
                <p className="wrap-anywhere text-muted">{why}</p>
              )}
              {answer === null ? null : (
                <pre
                  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
                  tabIndex={0}
                  className="wrap-anywhere max-h-40 overflow-y-auto whitespace-pre-wrap rounded-md bg-sunken px-3 py-2 font-mono text-xs"
                >
                  {answer}
                </pre>
              )}
            </li>
          ))}
      </ol>
    </Card>
  );
}
