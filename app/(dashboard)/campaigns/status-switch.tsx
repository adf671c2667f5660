"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import { child, mutate } from "@/app/(dashboard)/shell/api";
import { useRefresh } from "@/app/(dashboard)/shell/data";
import { endedSentence } from "@/app/(dashboard)/shell/ended-links";
import { useProject } from "@/app/(dashboard)/shell/session";
import { Switch } from "@/components/fields/switch";
import { quoted } from "@/components/quoted";
import { t } from "@/lib/base/languages/texts";
import type { Campaign, CampaignTable, OneCampaign } from "@/lib/campaigns/table/schema";
import { StateBadge, stateAfterSwitch } from "./campaign-state";
import type { CampaignsAddress } from "./table-address";

type StatusSwitchProps = { path: CampaignsAddress; campaign: Campaign; mayChange: boolean };

export function StatusSwitch({ path, campaign, mayChange }: StatusSwitchProps) {
  const { mutate } = useCampaignStatus(path);
  const { active, name } = campaign;
  if (!mayChange) return <StateBadge campaign={campaign} />;
  return (
    <span className="flex w-fit items-center gap-2">
      <Switch
        checked={active}
        aria-label={t("“{name}” is active", { name })}
        onCheckedChange={(next) => mutate({ campaign, active: next })}
      />
      <span className="w-20">
        <StateBadge campaign={campaign} />
      </span>
    </span>
  );
}

type Change = { campaign: Campaign; active: boolean };

export const statusUndoMs = 10_000;

/**
 * Switches a campaign on or off. Every view changes immediately, a failure restores the former state, and a toast
 * offers an undo.
 */
export function useCampaignStatus(path: CampaignsAddress) {
  const client = useQueryClient();
  const refresh = useRefresh();
  const { ended_links: defaultValue } = useProject();
  const shown = {
    predicate: ({ queryKey: [key] }: { queryKey: readonly unknown[] }) =>
      typeof key === "string" && key.startsWith(path),
  };

  function show({ campaign, active }: Change) {
    const changed = (one: Campaign) =>
      one.id === campaign.id ? { ...one, active, state: stateAfterSwitch(one, active, new Date()) } : one;
    client.setQueriesData<unknown>(shown, (data: unknown) => {
      if (isTable(data)) return { ...data, campaigns: data.campaigns.map(changed) };
      if (isOne(data)) return { ...data, campaign: changed(data.campaign) };
      return data;
    });
  }

  const mutation = useMutation<unknown, Error, Change>({
    mutationFn: ({ campaign, active }) =>
      mutate("PATCH", child(path, "/:campaign", { campaign: campaign.id }), { active }),
    onMutate: async (change) => {
      await client.cancelQueries(shown);
      show(change);
    },
    onError: (error, { campaign, active }) => {
      show({ campaign, active: !active });
      toast.error(
        t("{name} is {if_active, select, yes {still paused} other {still active}}", {
          name: quoted(campaign.name),
          if_active: active ? "yes" : "no",
        }),
        {
          description: error.message,
        },
      );
    },
    onSuccess: (_, { campaign, active }) => {
      toast.success(
        t("{name} is {if_active, select, yes {active} other {paused}}", {
          name: quoted(campaign.name),
          if_active: active ? "yes" : "no",
        }),
        {
          id: t("status {id}", { id: campaign.id }),
          duration: statusUndoMs,
          description: active
            ? t("Its link works and its clicks are counted.")
            : t("Its clicks are logged but not counted. {ended_links}", {
                ended_links: endedSentence(campaign.ended_links ?? defaultValue),
              }),
          action: { label: t("Undo"), onClick: () => mutation.mutate({ campaign, active: !active }) },
        },
      );
    },
    onSettled: () => refresh(path),
  });
  return mutation;
}

const isTable = (data: unknown): data is CampaignTable =>
  typeof data === "object" && data !== null && "campaigns" in data && "totals" in data;
const isOne = (data: unknown): data is OneCampaign =>
  typeof data === "object" && data !== null && "campaign" in data;
