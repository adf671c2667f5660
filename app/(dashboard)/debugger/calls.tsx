import { ChevronRight, Radio } from "lucide-react";
import { useId, useState } from "react";
import { useProject } from "@/app/(dashboard)/shell/session";
import { cn } from "@/components/cn";
import { EmptyState } from "@/components/empty-state";
import { clockText, exactTime, numberText } from "@/components/format";
import { Badge } from "@/components/ui/badge";
import { Card, CardHeader } from "@/components/ui/card";
import { CodeBlock } from "@/components/ui/code-block";
import { t } from "@/lib/base/languages/texts";
import type { WatchedCall } from "@/lib/facts/debug/schema";

export function WatchedCallList({ calls }: { calls: WatchedCall[] }) {
  const [open, setOpen] = useState<string | null>(null);
  return (
    <Card>
      <CardHeader title={t("Calls")} description={t("The latest 100, newest first. Tokens aren't shown.")} />
      {calls.length === 0 ? (
        <EmptyState icon={Radio} title={t("Nothing received yet")}>
          {t("Open the app. Its calls appear here as they arrive.")}
        </EmptyState>
      ) : (
        <ol aria-label={t("Calls, newest first")} className="divide-y border-t">
          {calls.map((call) => (
            <Call
              key={call.id}
              call={call}
              open={open === call.id}
              onToggle={() => setOpen(open === call.id ? null : call.id)}
            />
          ))}
        </ol>
      )}
    </Card>
  );
}

function Call({ call, open, onToggle }: { call: WatchedCall; open: boolean; onToggle: () => void }) {
  const { time_zone: timeZone } = useProject();
  const detail = useId();
  const at = new Date(call.at);
  return (
    <li>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? detail : undefined}
        onClick={onToggle}
        className="flex w-full items-center gap-x-3 px-5 py-2.5 text-start text-sm outline-offset-[-2px] transition-colors hover:bg-hover"
      >
        <ChevronRight
          aria-hidden="true"
          className={cn("size-3.5 shrink-0 text-faint transition-transform", open && "rotate-90")}
        />
        <time dateTime={call.at} title={exactTime(at, timeZone)} className="num shrink-0 text-muted text-xs">
          {clockText(at, timeZone)}
        </time>
        <code className="min-w-0 flex-1 truncate font-mono text-xs">{call.path}</code>
        <span className="num text-faint text-xs max-sm:hidden">
          {t("{took_ms} ms", { took_ms: numberText(call.took_ms) })}
        </span>
        <Badge tone={call.status < 400 ? "success" : "danger"}>{call.status}</Badge>
      </button>
      {open ? (
        <div id={detail} className="grid grid-cols-1 gap-4 px-5 pt-2 pb-5 lg:grid-cols-2">
          <CodeBlock title={t("Sent")} code={JSON.stringify(call.sent, null, 2)} className="max-h-80" />
          <CodeBlock title={t("Answered")} code={JSON.stringify(call.answer, null, 2)} className="max-h-80" />
        </div>
      ) : null}
    </li>
  );
}
