"use client";

import { Pause, Play } from "lucide-react";
import { useCallback, useEffect, useState } from "react";
import { type LiveFilterState, liveCodecs, liveQuery } from "@/app/(dashboard)/debugger/live/address";
import { LiveEntries } from "@/app/(dashboard)/debugger/live/entries-list";
import { LiveFilters } from "@/app/(dashboard)/debugger/live/live-filters";
import { RejectedCalls } from "@/app/(dashboard)/debugger/live/rejected-calls";
import { useLiveEntries } from "@/app/(dashboard)/debugger/live/use-live";
import { at, withQuery } from "@/app/(dashboard)/shell/api";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";
import { IntentLink } from "@/components/intent-link";
import { PageHeader } from "@/components/page-header";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Segmented } from "@/components/ui/segmented";
import { useUrlState } from "@/components/use-url-state";
import { t } from "@/lib/base/languages/texts";

export default function Live() {
  const { id, time_zone: zone } = useProject();
  const [address, setAddress] = useUrlState(liveCodecs);
  const [paused, setPaused] = useState(false);
  const [lost, setLost] = useState(false);
  const seesRefused = useMissingRoleText("rejections.read") === undefined;
  const view = seesRefused ? address.view : "all";
  const filter = useCallback((patch: Partial<LiveFilterState>) => setAddress(patch), [setAddress]);
  return (
    <>
      <PageHeader
        title={t("Live events")}
        description={t(
          "Everything sent to this project as it arrives: stored, or rejected and why. Times in {zone}.",
          { zone },
        )}
        badge={
          view === "refused" ? null : (
            <span aria-live="polite">
              <Badge tone={lost ? "danger" : paused ? "warning" : "success"} dot>
                {lost ? t("Disconnected") : paused ? t("Paused") : t("Live")}
              </Badge>
            </span>
          )
        }
        actions={
          <>
            {seesRefused ? (
              <Segmented
                label={t("Filter events")}
                value={view}
                options={[
                  { value: "all", label: t("Everything") },
                  { value: "refused", label: t("Rejected") },
                ]}
                onValueChange={(next) => setAddress({ view: next }, { push: true })}
              />
            ) : null}
            {view === "all" ? (
              <Button onClick={() => setPaused(!paused)}>
                {paused ? <Play /> : <Pause />}
                {paused ? t("Resume") : t("Pause")}
              </Button>
            ) : null}
            <Button asChild>
              <IntentLink href={`/p/${id}/developers`}>{t("Integrate")}</IntentLink>
            </Button>
          </>
        }
      />
      {view === "refused" ? (
        <RejectedCalls />
      ) : (
        <Stream
          filters={address}
          paused={paused}
          seesRefused={seesRefused}
          onFilter={filter}
          onLost={setLost}
        />
      )}
    </>
  );
}

type StreamProps = {
  filters: LiveFilterState;
  paused: boolean;
  seesRefused: boolean;
  onFilter: (patch: Partial<LiveFilterState>) => void;
  /** Called when requests for entries fail, and when they succeed again. */
  onLost: (lost: boolean) => void;
};

function Stream({ filters, paused, seesRefused, onFilter, onLost }: StreamProps) {
  const { id } = useProject();
  const live = useLiveEntries(
    withQuery(at("/projects/:project/live", { project: id }), liveQuery(filters)),
    paused,
  );
  const lost = live.error !== null;
  useEffect(() => {
    onLost(lost);
    return () => onLost(false);
  }, [lost, onLost]);
  return (
    <div className="grid grid-cols-1 gap-3">
      <LiveFilters filters={filters} seesRefused={seesRefused} onChange={onFilter} />
      <LiveEntries live={live} filters={filters} onFilter={onFilter} />
    </div>
  );
}
