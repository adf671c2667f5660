import { useProject } from "@/app/(dashboard)/session";
import { Card, CardHeader } from "@/components/ui/card";
import { When } from "@/components/when";
import type { ShownRuleSet } from "@/lib/attribution/rule-sets/schema";

/** Who changed what when. */
export function RuleHistory({ versions }: { versions: ShownRuleSet[] }) {
  const { time_zone: timeZone } = useProject();
  return (
    <Card>
      <CardHeader
        title="History"
        description="Every set of rules that was in force. Decisions name theirs."
      />
      {versions.length === 0 ? (
        <p className="px-5 pb-5 text-muted text-sm">The usual rules have been in force all along.</p>
      ) : (
        <ol className="divide-y border-t">
          {versions.map((version) => (
            <li
              key={version.id}
              className="grid gap-x-6 gap-y-1 px-5 py-3.5 sm:grid-cols-[minmax(0,1fr)_auto]"
            >
              <ul className="grid gap-0.5 text-sm">
                {version.changes.map((change) => (
                  <li key={change}>{change}</li>
                ))}
              </ul>
              <div className="text-muted text-xs sm:text-right">
                <p>
                  {version.made_by}, <When at={version.made_at} timeZone={timeZone} />
                </p>
                <p className="font-mono">{version.name}</p>
              </div>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}
