"use client";

import { RefreshCw, Star, Trash2 } from "lucide-react";
import { toast } from "sonner";
import { type ApiAddress, child, mutate } from "@/app/(dashboard)/shell/api";
import { useAction, useRefresh } from "@/app/(dashboard)/shell/data";
import { confirm } from "@/components/dialogs/confirm";
import { rich } from "@/components/rich";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { GatedButton } from "@/components/ui/gated";
import { RowMenu } from "@/components/ui/row-menu";
import { When } from "@/components/ui/when";
import { t } from "@/lib/base/languages/texts";
import type { Domain } from "@/lib/projects/domains/schema";
import { DnsRecords } from "./dns-records";
import { DomainCheckResult } from "./domain-check";

type DomainCardProps = {
  path: ApiAddress<"/projects/:project/domains">;
  domain: Domain;
  reason: string | undefined;
};

export function LinkDomainCard({ path, domain, reason }: DomainCardProps) {
  const refresh = useRefresh();
  const own = child(path, "/:id", { id: domain.id });

  const local = domain.records.length === 0;
  const mayLookUp = !reason && !local;

  /** Checks the DNS records first, which may verify the domain, and then everything else as phones see it. */
  const check = useAction(async () => {
    let { verified } = domain;
    if (mayLookUp) {
      const { domain: checked } = await mutate("POST", child(own, "/check"));
      await refresh(path);
      verified = checked.verified;
      if (!verified)
        toast.warning(t("TXT record not found yet"), {
          description: t("DNS changes can take an hour. Cairn keeps checking."),
        });
      else if (!domain.verified) toast.success(t("{host} is verified", { host: checked.host }));
    }
    return verified ? mutate("POST", child(own, "/doctor")) : null;
  });

  const promote = () =>
    confirm({
      title: t("Make {host} the primary domain?", { host: domain.host }),
      description: (
        <>
          <p>
            {t(
              "New short links use it from now on, as do links of campaigns without their own domain. Existing links keep working.",
            )}
          </p>
          {local ? (
            <p className="text-warning">{t("It's a local name: links on it work only on this machine.")}</p>
          ) : domain.check_result?.routed === true ? null : (
            <p className="text-warning">
              {domain.check_result
                ? t(
                    "At the last check, DNS didn't point here. Unless your own proxy does, links on it won't work.",
                  )
                : t("Its DNS hasn't been checked yet. Check it first.")}
            </p>
          )}
        </>
      ),
      action: t("Make primary"),
      onConfirm: async () => {
        await mutate("POST", child(own, "/primary"));
        await refresh(path);
        toast.success(t("{host} is now the primary domain", { host: domain.host }));
      },
    });
  const remove = () =>
    confirm({
      title: t("Remove {host}?", { host: domain.host }),
      description: domain.verified
        ? t("All its existing links stop working immediately, including printed ones.")
        : t("Cairn stops serving it. Its TXT record becomes invalid."),
      action: t("Remove domain"),
      destructive: true,
      typeToConfirm: domain.host,
      onConfirm: async () => {
        await mutate("DELETE", own);
        await refresh(path);
        toast.success(t("{host} was removed", { host: domain.host }));
      },
    });
  return (
    <Card>
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2 px-5 py-4">
        <h2 className="min-w-0 break-all font-medium text-base">{domain.host}</h2>
        {domain.is_primary ? <Badge tone="accent">{t("Primary")}</Badge> : null}
        <DomainState domain={domain} />
        <div className="ms-auto flex items-center gap-1.5">
          <GatedButton
            reason={domain.verified ? undefined : reason}
            size="sm"
            loading={check.isPending}
            onClick={() => check.mutate()}
          >
            <RefreshCw className="size-3.5" />
            {check.data ? t("Check again") : t("Check")}
            <span className="sr-only"> {domain.host}</span>
          </GatedButton>
          {reason ? null : (
            <RowMenu
              of={domain.host}
              groups={[
                [
                  {
                    label: t("Make primary"),
                    icon: Star,
                    onSelect: promote,
                    disabled: domain.is_primary || !domain.verified,
                  },
                  {
                    label: t("Remove"),
                    icon: Trash2,
                    onSelect: remove,
                    destructive: true,
                    disabled: domain.is_primary,
                  },
                ],
              ]}
            />
          )}
        </div>
      </header>
      {local ? (
        <p className="border-t bg-sunken px-5 py-3 text-muted text-sm">
          {rich(
            "Local name: links on <code>{link_base}</code> work right away, but only on this machine. Add a real domain before sharing links.",
            {
              link_base: domain.link_base,
              code: (text) => <code className="font-mono text-xs text-ink">{text}</code>,
            },
          )}
        </p>
      ) : (
        <DnsRecords domain={domain} />
      )}
      <DomainCheckResult
        host={domain.host}
        local={local}
        busy={check.isPending && domain.verified}
        diagnosis={check.data ?? undefined}
      />
    </Card>
  );
}

function DomainState({ domain }: { domain: Domain }) {
  if (domain.records.length === 0) return <Badge>{t("Local")}</Badge>;
  if (domain.verified) {
    return (
      <Badge tone="success" dot>
        {t("Verified")}
      </Badge>
    );
  }
  return (
    <>
      <Badge tone="warning" dot>
        {t("Not verified yet")}
      </Badge>
      {domain.checked_at ? (
        <span className="text-faint text-xs">
          {rich("checked {when}", { when: <When at={domain.checked_at} /> })}
        </span>
      ) : null}
    </>
  );
}
