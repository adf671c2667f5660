import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { When } from "@/components/when";
import type { Rule } from "@/lib/facts/conversions/rules";
import type { ConversionVersion } from "@/lib/facts/conversions/schema";

/** What was in force before, to be looked at or taken up again. */
export function Versions({
  versions,
  current,
  onUse,
}: {
  versions: readonly ConversionVersion[];
  current: number;
  onUse: (rules: Rule[]) => void;
}) {
  if (versions.length === 0) return null;
  return (
    <Card>
      <CardHeader title="Versions" description="A value means what it meant in the version of its day." />
      <ul className="divide-y border-t">
        {versions.map(({ version, rules, made_by, made_at }) => (
          <li key={version} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-5 py-3 text-sm">
            <span className="num font-medium">Version {version}</span>
            {version === current ? (
              <Badge tone={rules.length > 0 ? "success" : "neutral"} dot>
                {rules.length > 0 ? "In force" : "No values told"}
              </Badge>
            ) : null}
            <span className="text-muted">
              {rules.length === 1 ? "1 rule" : `${rules.length} rules`}, <When at={made_at} /> by {made_by}
            </span>
            {version === current || rules.length === 0 ? null : (
              <Button size="sm" variant="ghost" className="ml-auto" onClick={() => onUse(rules)}>
                Load into the editor
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
