"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleAlert, CornerDownRight } from "lucide-react";
import { useWatch } from "react-hook-form";
import type { CampaignsAddress } from "@/app/(dashboard)/campaigns/table-address";
import { ApiError, type BodyOf, child, mutate } from "@/app/(dashboard)/shell/api";
import { cn } from "@/components/cn";
import { Skeleton } from "@/components/ui/skeleton";
import { useDebounced } from "@/components/use-debounced";
import { t } from "@/lib/base/languages/texts";
import type { DestinationPreview as Destinations } from "@/lib/traffic/preview";
import type { CampaignForm } from "./campaign-form";
import { destinationSentencesOf, endedSentencesOf, type Sentence } from "./destination-sentences";

const queryFields = [
  "deeplink",
  "open_in_app",
  "store_listing_ids",
  "ios_web_redirect",
  "android_web_redirect",
  "link_for_desktop_users",
  "ended_links",
] as const;

/** The server uses the same rules as for visitors. */
export function DestinationPreviewCard({ path, form }: { path: CampaignsAddress; form: CampaignForm }) {
  const values = useWatch({ control: form.control, name: queryFields });
  const hasRules = (useWatch({ control: form.control, name: "link_rules" }) ?? []).length > 0;
  const input = JSON.stringify(Object.fromEntries(queryFields.map((name, index) => [name, values[index]])));
  const settled = useDebounced(input, 300);
  const { data, error, isPlaceholderData } = usePreview(path, settled);
  const unfinished = error !== null && !isPlaceholderData;
  return (
    <div className="rounded-lg border bg-sunken px-3.5 py-3" aria-live="polite">
      <p className="mb-2 font-medium text-muted text-xs">
        {hasRules ? t("Link destination if no rule matches") : t("Link destination")}
      </p>
      {data ? (
        <>
          <DestinationSentences
            sentences={destinationSentencesOf(data)}
            dimmed={isPlaceholderData || settled !== input}
          />
          <p className="mt-4 mb-2 font-medium text-muted text-xs">
            {t("Once the campaign is paused, ended or deleted")}
          </p>
          <DestinationSentences
            sentences={endedSentencesOf(data)}
            dimmed={isPlaceholderData || settled !== input}
          />
        </>
      ) : unfinished ? (
        <p className="text-muted text-sm">
          {error instanceof ApiError && error.status === 400
            ? t("Complete the URLs above to see this.")
            : error.message}
        </p>
      ) : (
        <div className="grid gap-2">
          <Skeleton className="w-56" />
          <Skeleton className="w-64" />
          <Skeleton className="w-48" />
        </div>
      )}
    </div>
  );
}

export function DestinationSentences({ sentences, dimmed }: { sentences: Sentence[]; dimmed?: boolean }) {
  return (
    <ul className={cn("grid grid-cols-1 gap-2 transition-opacity", dimmed && "opacity-60")}>
      {sentences.map(({ who, does, url, isLost }) => {
        const Icon = isLost ? CircleAlert : CornerDownRight;
        return (
          <li key={who} className="grid grid-cols-[1rem_minmax(0,1fr)] gap-x-2 text-sm">
            <Icon
              className={cn("mt-0.5 size-4", isLost ? "text-warning" : "text-faint")}
              aria-hidden="true"
            />
            <span>
              <span className="font-medium">{who}</span> {does}.
            </span>
            {url ? (
              <code className="col-start-2 truncate font-mono text-muted text-xs" title={url}>
                {url}
              </code>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}

/** The previous response remains until the next one arrives, so that the page does not jump while typing. */
export function usePreview(path: CampaignsAddress, settings: string) {
  return useQuery<Destinations>({
    queryKey: ["preview", path, settings],
    queryFn: ({ signal }) =>
      mutate(
        "POST",
        child(path, "/preview"),
        JSON.parse(settings) as BodyOf<"/projects/:project/campaigns/preview", "POST">,
        signal,
      ),
    placeholderData: (last: Destinations | undefined) => last as never,
    retry: false,
  });
}
