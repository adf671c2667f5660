"use client";

import { RefreshCw, Star, Trash2 } from "lucide-react";
import { toast } from "sonner";
import { type ApiAddress, child, mutate } from "@/app/(dashboard)/shell/api";
import { useAction, useRefresh } from "@/app/(dashboard)/shell/data";
import { confirm } from "@/components/dialogs/confirm";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { GatedButton } from "@/components/ui/gated";
import { RowMenu } from "@/components/ui/row-menu";
import { When } from "@/components/ui/when";
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
        toast.warning("TXT record not found yet", {
          description: "DNS changes can take an hour. Cairn keeps checking.",
        });
      else if (!domain.verified) toast.success(`${checked.host} is verified`);
    }
    return verified ? mutate("POST", child(own, "/doctor")) : null;
  });

  const promote = () =>
    confirm({
      title: `Make ${domain.host} the primary domain?`,
      description: (
        <>
          <p>
            New short links use it from now on, as do links of campaigns without their own domain. Existing
            links keep working.
          </p>
          {local ? (
            <p className="text-warning">It's a local name: links on it work only on this machine.</p>
          ) : domain.check_result?.routed === true ? null : (
            <p className="text-warning">
              {domain.check_result
                ? "At the last check, DNS didn't point here. Unless your own proxy does, links on it won't work."
                : "Its DNS hasn't been checked yet. Check it first."}
            </p>
          )}
        </>
      ),
      action: "Make primary",
      onConfirm: async () => {
        await mutate("POST", child(own, "/primary"));
        await refresh(path);
        toast.success(`${domain.host} is now the primary domain`);
      },
    });
  const remove = () =>
    confirm({
      title: `Remove ${domain.host}?`,
      description: domain.verified
        ? "All its existing links stop working immediately, including printed ones."
        : "Cairn stops serving it. Its TXT record becomes invalid.",
      action: "Remove domain",
      destructive: true,
      typeToConfirm: domain.host,
      onConfirm: async () => {
        await mutate("DELETE", own);
        await refresh(path);
        toast.success(`${domain.host} was removed`);
      },
    });
  return (
    <Card>
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2 px-5 py-4">
        <h2 className="min-w-0 break-all font-medium text-base">{domain.host}</h2>
        {domain.is_primary ? <Badge tone="accent">Primary</Badge> : null}
        <DomainState domain={domain} />
        <div className="ml-auto flex items-center gap-1.5">
          <GatedButton
            reason={domain.verified ? undefined : reason}
            size="sm"
            loading={check.isPending}
            onClick={() => check.mutate()}
          >
            <RefreshCw className="size-3.5" />
            {check.data ? "Check again" : "Check"}
            <span className="sr-only"> {domain.host}</span>
          </GatedButton>
          {reason ? null : (
            <RowMenu
              of={domain.host}
              groups={[
                [
                  {
                    label: "Make primary",
                    icon: Star,
                    onSelect: promote,
                    disabled: domain.is_primary || !domain.verified,
                  },
                  {
                    label: "Remove",
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
          Local name: links on <code className="font-mono text-xs text-ink">{domain.link_base}</code> work
          right away, but only on this machine. Add a real domain before sharing links.
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
  if (domain.records.length === 0) return <Badge>Local</Badge>;
  if (domain.verified) {
    return (
      <Badge tone="success" dot>
        Verified
      </Badge>
    );
  }
  return (
    <>
      <Badge tone="warning" dot>
        Not verified yet
      </Badge>
      {domain.checked_at ? (
        <span className="text-faint text-xs">
          checked <When at={domain.checked_at} />
        </span>
      ) : null}
    </>
  );
}
