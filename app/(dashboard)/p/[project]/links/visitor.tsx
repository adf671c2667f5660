import { CopyButton } from "@/components/copy-button";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import type { LinkTest } from "@/lib/traffic/tester/schema";
import { Rows } from "./rows";

const platforms = { IOS: "iOS", ANDROID: "Android", DESKTOP: "Desktop" } as const;

/** How the visitor is understood. */
export function Visitor({ test }: { test: LinkTest }) {
  const { visitor } = test;
  return (
    <Card aria-label="The visitor">
      <CardHeader title="The visitor" />
      <CardBody className="grid grid-cols-1 gap-4">
        <Rows
          rows={[
            ["Platform", platforms[visitor.platform]],
            ["System", visitor.os && [visitor.os, visitor.os_version].filter(Boolean).join(" ")],
            ["Model", visitor.model],
            ["Browser", visitor.browser],
            ["Inside of", visitor.in_app],
            ["Country", visitor.country],
          ]}
        />
        <div className="grid grid-cols-1 gap-1">
          <p className="flex items-center justify-between text-muted text-sm">
            User agent
            <CopyButton value={visitor.user_agent} label="Copy the user agent" />
          </p>
          <code className="break-words font-mono text-muted text-xs">{visitor.user_agent}</code>
        </div>
      </CardBody>
    </Card>
  );
}
