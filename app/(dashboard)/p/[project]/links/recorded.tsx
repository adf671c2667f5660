import { Badge } from "@/components/ui/badge";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { networkOfCode } from "@/lib/campaigns/networks";
import type { LinkTest } from "@/lib/traffic/tester/schema";
import { Rows } from "./rows";

/** A name, with the id where both are known. */
const named = (name: string | null, id: string | null) =>
  name !== null && id !== null ? `${name} (${id})` : (name ?? id);

/** The words of a warning: `macro_unreplaced:ad_id`. */
function said(warning: string): string {
  const [kind = "", parameter = ""] = warning.split(/:(.*)/s);
  if (kind !== "macro_unreplaced") return warning;
  return `${parameter} still holds its placeholder: the ad platform has to fill it in. It is recorded as empty.`;
}

/** What a click on the link would keep. */
export function Recorded({ test }: { test: LinkTest }) {
  const { recorded } = test;
  return (
    <Card aria-label="What a click would record">
      <CardHeader
        title="What a click would record"
        actions={
          recorded ? (
            <Badge tone={recorded.counted ? "success" : "warning"}>
              {recorded.counted ? "Counted" : "Kept, not counted"}
            </Badge>
          ) : null
        }
      />
      <CardBody className="grid grid-cols-1 gap-4">
        {recorded ? (
          <>
            <Rows
              rows={[
                ["Network", recorded.network && (networkOfCode(recorded.network)?.label ?? recorded.network)],
                ["Ad set", named(recorded.ad_set_name, recorded.ad_set_id)],
                ["Creative", named(recorded.creative_name, recorded.creative_id)],
                ["Keyword", named(recorded.keyword_name, recorded.keyword_id)],
                ["Advertising id", recorded.advertising_id],
                ["The app gets", recorded.deeplink],
              ]}
            />
            {recorded.warnings.length > 0 ? (
              <ul className="grid gap-1.5 rounded-lg border border-warning/25 bg-warning-soft px-3.5 py-3 text-sm">
                {recorded.warnings.map((warning) => (
                  <li key={warning} className="break-words">
                    {said(warning)}
                  </li>
                ))}
              </ul>
            ) : null}
          </>
        ) : (
          <p className="text-muted text-sm">Nothing.</p>
        )}
      </CardBody>
    </Card>
  );
}
