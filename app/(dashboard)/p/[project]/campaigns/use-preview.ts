"use client";

import { useQuery } from "@tanstack/react-query";
import { type Body, call, within } from "@/app/(dashboard)/api";
import type { CampaignsAddress } from "@/app/(dashboard)/p/[project]/campaigns/campaigns-address";
import type { DestinationPreview } from "@/lib/traffic/preview";

/** Where visitors of a campaign with these settings would go; the last answer stays until the next one is here. */
export function usePreview(path: CampaignsAddress, settings: string) {
  return useQuery<DestinationPreview>({
    queryKey: ["preview", path, settings],
    queryFn: ({ signal }) =>
      call(
        "POST",
        within(path, "/preview"),
        JSON.parse(settings) as Body<"/projects/:project/campaigns/preview", "POST">,
        signal,
      ),
    placeholderData: (last: DestinationPreview | undefined) => last as never,
    retry: false,
  });
}
