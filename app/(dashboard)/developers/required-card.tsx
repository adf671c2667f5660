"use client";

import type { ReactNode } from "react";
import { toast } from "sonner";
import { type ApiAddress, mutate } from "@/app/(dashboard)/shell/api";
import { useRefresh } from "@/app/(dashboard)/shell/data";
import { confirm } from "@/components/dialogs/confirm";
import { rich } from "@/components/rich";
import { Badge, type BadgeTone } from "@/components/ui/badge";
import { Card, CardHeader } from "@/components/ui/card";
import { GatedButton } from "@/components/ui/gated";
import { When } from "@/components/ui/when";
import { t } from "@/lib/base/languages/texts";
import type { ShownSigningKey } from "@/lib/projects/signing/schema";

type RequiredCardProps = {
  path: ApiAddress<"/projects/:project/signing">;
  required: boolean;
  bodyOnly: boolean;
  working: ShownSigningKey[];
  reason: string | undefined;
};

export function RequiredCard({ path, required, bodyOnly, working, reason }: RequiredCardProps) {
  const refresh = useRefresh();
  const lacking = reason ?? (!required && working.length === 0 ? t("Create a key first") : undefined);
  const used = working
    .map((key) => key.last_used_at)
    .filter((at) => at !== null)
    .sort()
    .at(-1);
  const change = () =>
    confirm({
      title: required ? t("Accept unsigned calls?") : t("Reject unsigned calls?"),
      description: required ? (
        <p>{t("Anyone with the app token can send installs, events and payments again.")}</p>
      ) : (
        <>
          <p>{t("Installed apps that don't sign yet get a 401 within a second, and their data is lost.")}</p>
          {bodyOnly ? null : (
            <p>
              {t(
                "So do apps whose client signs only the body. If you have such apps, accept body-only signatures first.",
              )}
            </p>
          )}
          {used ? (
            <p>
              {rich("Last signed call {when}.", {
                when: <When at={used} className="font-medium text-ink" />,
              })}
            </p>
          ) : (
            <p className="font-medium text-warning">{t("No signed calls yet.")}</p>
          )}
        </>
      ),
      action: required ? t("Stop requiring") : t("Require signatures"),
      destructive: !required && !used,
      onConfirm: async () => {
        await mutate("PUT", path, { required: !required });
        await refresh(path);
        toast.success(required ? t("Unsigned calls are accepted") : t("Unsigned calls are now rejected"));
      },
    });
  return (
    <RuleCard
      title={t("Unsigned calls")}
      tone={required ? "success" : "neutral"}
      state={required ? t("Rejected") : t("Accepted")}
      description={
        required
          ? t("Calls without a valid signature get a 401, aren't stored, and appear under rejected calls.")
          : t("Signatures are optional. Any that are sent are checked and update their key's last use.")
      }
    >
      <GatedButton reason={lacking} onClick={change}>
        {required ? t("Stop requiring") : t("Require signatures")}
      </GatedButton>
    </RuleCard>
  );
}

type VersionCardProps = Pick<RequiredCardProps, "path" | "bodyOnly" | "reason">;

export function VersionCard({ path, bodyOnly, reason }: VersionCardProps) {
  const refresh = useRefresh();
  const change = () =>
    confirm({
      title: bodyOnly ? t("Reject body-only signatures?") : t("Accept body-only signatures?"),
      description: bodyOnly
        ? t(
            "If signatures are required, apps that sign only the body get a 401 within a second, and their data is lost.",
          )
        : t("Anyone who intercepts a signed call could replay it against another path."),
      action: bodyOnly ? t("Stop accepting") : t("Accept"),
      destructive: bodyOnly,
      onConfirm: async () => {
        await mutate("PUT", path, { body_only: !bodyOnly });
        await refresh(path);
        toast.success(
          bodyOnly ? t("Body-only signatures are now rejected") : t("Body-only signatures are accepted"),
        );
      },
    });
  return (
    <RuleCard
      title={t("Body-only signatures")}
      tone={bodyOnly ? "warning" : "success"}
      state={bodyOnly ? t("Accepted") : t("Rejected")}
      description={
        bodyOnly
          ? t(
              "The first version of signatures covers neither method nor path, which is weaker. Stop accepting it once every released version signs the new way.",
            )
          : "A signature covers time, method, path and body. Older clients sign only the body: accept that as long as they're in use."
      }
    >
      <GatedButton reason={reason} onClick={change}>
        {bodyOnly ? t("Stop accepting") : t("Accept")}
        <span className="sr-only"> {t("body-only signatures")}</span>
      </GatedButton>
    </RuleCard>
  );
}

type RuleCardProps = {
  title: string;
  tone: BadgeTone;
  state: string;
  description: string;
  children: ReactNode;
};

const RuleCard = ({ title, tone, state, description, children }: RuleCardProps) => (
  <Card>
    <CardHeader
      className="pb-4.5"
      title={
        <span className="flex items-center gap-2.5">
          {title}
          <Badge tone={tone} dot>
            {state}
          </Badge>
        </span>
      }
      description={description}
      actions={children}
    />
  </Card>
);
