import { useProject } from "@/app/(dashboard)/session";
import { Badge } from "@/components/ui/badge";
import { Card, CardHeader } from "@/components/ui/card";
import { exactTime } from "@/components/when";
import type { InstallPage } from "@/lib/reporting/lists/installs/schema";

/** What was decided before, and by which rules. */
export function Versions({ page }: { page: InstallPage }) {
  const { time_zone: timeZone } = useProject();
  return (
    <Card>
      <CardHeader
        title="Versions"
        description="It was decided more than once. What was decided earlier is kept."
      />
      <ol className="divide-y border-t">
        {page.versions.map((each) => (
          <li key={each.version} className="grid gap-1 px-5 py-3.5 text-sm">
            <div className="flex flex-wrap items-center gap-2">
              <span className="font-medium">Version {each.version}</span>
              {each.version === page.install.decision_version ? <Badge tone="success">In force</Badge> : null}
              {each.counted ? null : <Badge tone="warning">Counted nowhere</Badge>}
              <time dateTime={each.decided_at} className="num ml-auto text-muted text-xs">
                {exactTime(new Date(each.decided_at), timeZone)}
              </time>
            </div>
            <p className="text-muted">{each.sentence}</p>
            {each.suspicion ? <p className="text-danger text-xs">{each.suspicion}</p> : null}
          </li>
        ))}
      </ol>
    </Card>
  );
}
