"use client";

import { toast } from "sonner";
import { at, child, mutate } from "@/app/(dashboard)/shell/api";
import { useAction, useGet, useRefresh } from "@/app/(dashboard)/shell/data";
import { CampaignSearch } from "@/app/(dashboard)/shell/facts/campaign-search";
import { figureFormat } from "@/app/(dashboard)/shell/figure-format";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";
import { quoted } from "@/components/quoted";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { Gated, GatedButton } from "@/components/ui/gated";
import { PopoverTrigger } from "@/components/ui/popover";
import { t } from "@/lib/base/languages/texts";
import type { Campaign } from "@/lib/campaigns/table/schema";

type Match = { account: number; networkCampaign: string; campaign: Pick<Campaign, "id" | "name"> };

/** Spend of the networks' campaigns that no campaign here has the ID of. Hidden if there is none. */
export function UnmatchedSpend() {
  const project = at("/projects/:project", { project: useProject().id });
  const pulls = child(project, "/spend/pulls");
  const { data } = useGet(pulls);
  const lacking = [useMissingRoleText("campaigns.write"), useMissingRoleText("spend.write")].find(Boolean);
  const refresh = useRefresh();
  const match = useAction<Match, void>(async ({ account, networkCampaign, campaign }) => {
    await mutate("PATCH", child(project, "/campaigns/:campaign", { campaign: campaign.id }), {
      network_campaign_id: networkCampaign,
    });
    await mutate("POST", child(pulls, "/:id/run", { id: account }));
    await refresh(project);
    toast.success(t("Matched with {name}", { name: quoted(campaign.name) }), {
      description: t("Its spend is syncing."),
    });
  });
  const unmatched = (data?.accounts ?? []).flatMap((account) =>
    account.unknown.map((unknown) => ({ ...unknown, account })),
  );
  if (unmatched.length === 0) return null;
  return (
    <Card>
      <CardHeader
        title={t("Unmatched spend")}
        description={t("No campaign here has these network campaign IDs, so this spend isn't counted yet.")}
      />
      <ul className="max-h-80 divide-y overflow-y-auto border-t">
        {unmatched.map(({ id, name, currency, amount_minor: amount, suggested, account }) => (
          <li
            key={`${account.id} ${id}`}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 px-5 py-2 text-sm"
          >
            <span className="grid min-w-0 flex-1 leading-snug">
              <span className="truncate font-medium">{name}</span>
              <span className="truncate text-muted text-xs">
                {account.name} · <code className="font-mono">{id}</code>
              </span>
            </span>
            <span className="num">{figureFormat(currency).full("money", amount)}</span>
            {suggested ? (
              <GatedButton
                reason={lacking}
                size="sm"
                disabled={match.isPending}
                onClick={() =>
                  match.mutate({ account: account.id, networkCampaign: id, campaign: suggested })
                }
              >
                <span className="max-w-52 truncate">
                  {t("Match with “{name}”", { name: suggested.name })}
                </span>
              </GatedButton>
            ) : null}
            <CampaignSearch
              align="end"
              className="w-80 p-0"
              detail={(campaign) => campaign.network_campaign_id}
              disabled={(campaign) => campaign.network_campaign_id !== null}
              onChoose={(campaign) => match.mutate({ account: account.id, networkCampaign: id, campaign })}
              trigger={() => (
                <Gated reason={lacking}>
                  {(gate) => (
                    <PopoverTrigger asChild>
                      <Button {...gate} size="sm" disabled={gate.disabled || match.isPending}>
                        {suggested ? t("Another…") : t("Match…")}
                      </Button>
                    </PopoverTrigger>
                  )}
                </Gated>
              )}
            />
          </li>
        ))}
      </ul>
    </Card>
  );
}
