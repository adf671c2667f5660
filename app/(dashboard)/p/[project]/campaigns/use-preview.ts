"use client";

import { useQuery } from "@tanstack/react-query";
import { call } from "@/app/(dashboard)/api";
import type { DestinationPreview } from "@/app/(dashboard)/contract";

/** Where visitors of a campaign with these settings would go; the last answer stays until the next one is here. */
export function usePreview(path: string, settings: string) {
  return useQuery<DestinationPreview>({
    queryKey: ["preview", path, settings],
    queryFn: ({ signal }) => call("POST", `${path}/preview`, JSON.parse(settings), signal),
    placeholderData: (last: DestinationPreview | undefined) => last as never,
    retry: false,
  });
}
