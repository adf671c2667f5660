import { useProject } from "@/app/(dashboard)/session";
import { EmptyState } from "@/components/empty-state";
import { IntentLink } from "@/components/intent-link";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { When } from "@/components/when";
import type { AppleSetup } from "@/lib/facts/apple-postbacks/setup-schema";

/** By its App Store id Apple's postbacks are known to be this project's. */
export function Apps({ apps }: { apps: AppleSetup["apps"] }) {
  const listings = `/p/${useProject().id}/settings/store-listings`;
  return (
    <Card>
      <CardHeader
        title="Apps"
        description="A postback belongs to the project that lists its app in the App Store."
      />
      {apps.length === 0 ? (
        <EmptyState
          title="No App Store listing yet"
          actions={
            <Button asChild>
              <IntentLink href={listings}>Add a store listing</IntentLink>
            </Button>
          }
        >
          Postbacks that came before are kept for sixty days, and appear once their app is listed.
        </EmptyState>
      ) : (
        <ul className="divide-y border-t">
          {apps.map(({ app_id, name, is_elsewhere, last_at }) => (
            <li key={app_id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-5 py-3 text-sm">
              <span className="font-medium">{name}</span>
              <code className="font-mono text-muted text-xs">{app_id}</code>
              <span className="ml-auto text-muted">
                {is_elsewhere ? (
                  <Badge tone="warning">
                    Another project on this server listed it first, and gets its postbacks
                  </Badge>
                ) : last_at ? (
                  <>
                    Last postback <When at={last_at} />
                  </>
                ) : (
                  "No postback yet"
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
