"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import { call } from "../../../api";
import type { Campaign, CampaignTable, OneCampaign } from "../../../contract";
import { useRefresh } from "../../../data";

type Change = { campaign: Campaign; active: boolean };

/** Switches a campaign on or off: seen at once wherever it is shown, and taken back when the server refuses. */
export function useStatus(path: string) {
  const client = useQueryClient();
  const refresh = useRefresh();
  const shown = {
    predicate: ({ queryKey: [key] }: { queryKey: readonly unknown[] }) =>
      typeof key === "string" && key.startsWith(path),
  };

  function show({ campaign, active }: Change) {
    const changed = (one: Campaign) => (one.id === campaign.id ? { ...one, active } : one);
    client.setQueriesData<unknown>(shown, (data: unknown) => {
      if (isTable(data)) return { ...data, campaigns: data.campaigns.map(changed) };
      if (isOne(data)) return { ...data, campaign: changed(data.campaign) };
      return data;
    });
  }

  return useMutation<unknown, Error, Change>({
    mutationFn: ({ campaign, active }) => call("PATCH", `${path}/${campaign.id}`, { active }),
    onMutate: async (change) => {
      await client.cancelQueries(shown);
      show(change);
    },
    onError: (error, { campaign, active }) => {
      show({ campaign, active: !active });
      toast.error(`“${campaign.name}” is ${active ? "still inactive" : "still active"}`, {
        description: error.message,
      });
    },
    onSuccess: (_, { campaign, active }) => {
      toast.success(`“${campaign.name}” is ${active ? "active" : "inactive"}`, {
        id: `status ${campaign.id}`,
        ...(active
          ? {}
          : { description: "Whoever follows its link is told that it is not active any more." }),
      });
    },
    onSettled: () => refresh(path),
  });
}

const isTable = (data: unknown): data is CampaignTable =>
  typeof data === "object" && data !== null && "campaigns" in data && "totals" in data;
const isOne = (data: unknown): data is OneCampaign =>
  typeof data === "object" && data !== null && "campaign" in data;
