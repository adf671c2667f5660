"use client";

import { toast } from "sonner";
import { type Address, call } from "@/app/(dashboard)/api";
import { useRefresh } from "@/app/(dashboard)/data";
import { confirm } from "@/components/confirm";
import { GatedButton } from "@/components/gated";
import { Badge } from "@/components/ui/badge";
import { Card, CardHeader } from "@/components/ui/card";
import { When } from "@/components/when";
import type { ShownSigningKey } from "@/lib/accounts/projects/signing/schema";

type RequiredCardProps = {
  path: Address<"/projects/:project/signing">;
  required: boolean;
  working: ShownSigningKey[];
  reason: string | undefined;
};

export function RequiredCard({ path, required, working, reason }: RequiredCardProps) {
  const refresh = useRefresh();
  const lacking =
    reason ??
    (!required && working.length === 0 ? "Issue a key first: there is nothing to sign with" : undefined);
  const used = working
    .map((key) => key.last_used_at)
    .filter((at) => at !== null)
    .sort()
    .at(-1);
  const change = () =>
    confirm({
      title: required ? "Accept unsigned calls?" : "Refuse unsigned calls?",
      description: required ? (
        <p>Whoever knows the app token can then send installs, events and payments again.</p>
      ) : (
        <>
          <p>
            Installed apps that do not sign yet are answered 401 within a second, and what they send is lost.
          </p>
          {used ? (
            <p>
              A signed call last came <When at={used} className="font-medium text-ink" />.
            </p>
          ) : (
            <p className="font-medium text-warning">No signed call has come yet.</p>
          )}
        </>
      ),
      action: required ? "Stop requiring" : "Require signatures",
      destructive: !required && !used,
      onConfirm: async () => {
        await call("PUT", path, { required: !required });
        await refresh(path);
        toast.success(required ? "Unsigned calls are accepted" : "Unsigned calls are refused from now on");
      },
    });
  return (
    <Card>
      <CardHeader
        className="pb-4.5"
        title={
          <span className="flex items-center gap-2.5">
            Unsigned calls
            <Badge tone={required ? "success" : "neutral"} dot>
              {required ? "Refused" : "Accepted"}
            </Badge>
          </span>
        }
        description={
          required
            ? "Calls of apps without a right signature are answered 401, stored nowhere and listed among the rejections."
            : "Signatures are not required. Those that are sent are checked, and show in the last use of their key."
        }
        actions={
          <GatedButton reason={lacking} onClick={change}>
            {required ? "Stop requiring" : "Require signatures"}
          </GatedButton>
        }
      />
    </Card>
  );
}

type VersionCardProps = Pick<RequiredCardProps, "path" | "reason"> & { bodyOnly: boolean };

export function VersionCard({ path, bodyOnly, reason }: VersionCardProps) {
  const refresh = useRefresh();
  const change = () =>
    confirm({
      title: bodyOnly ? "Refuse signatures over the body alone?" : "Accept signatures over the body alone?",
      description: bodyOnly
        ? "Where signatures are required, apps that sign the old way are answered 401 within a second, and what they send is lost."
        : "Whoever reads a signed call on its way can then try to send it to another path.",
      action: bodyOnly ? "Stop accepting" : "Accept",
      destructive: bodyOnly,
      onConfirm: async () => {
        await call("PUT", path, { body_only: !bodyOnly });
        await refresh(path);
        toast.success(
          bodyOnly
            ? "Signatures over the body alone are refused from now on"
            : "Signatures over the body alone are accepted",
        );
      },
    });
  return (
    <Card>
      <CardHeader
        className="pb-4.5"
        title={
          <span className="flex items-center gap-2.5">
            Signatures over the body alone
            <Badge tone={bodyOnly ? "warning" : "success"} dot>
              {bodyOnly ? "Accepted" : "Refused"}
            </Badge>
          </span>
        }
        description={
          bodyOnly
            ? "The first version of signatures covers neither method nor path. Each is good for the path it is first sent to, but only as far as one server remembers it: stop accepting them once all installed versions sign the new way."
            : "A signature covers time, method, path and body. Apps with an older client sign the body alone: accept that for as long as they are out."
        }
        actions={
          <GatedButton reason={reason} onClick={change}>
            {bodyOnly ? "Stop accepting" : "Accept"}
            <span className="sr-only"> signatures over the body alone</span>
          </GatedButton>
        }
      />
    </Card>
  );
}
