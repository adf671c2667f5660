"use client";

import type { CampaignsAddress } from "@/app/(dashboard)/p/[project]/campaigns/campaigns-address";
import { Badge } from "@/components/ui/badge";
import { Switch } from "@/components/ui/switch";
import type { Campaign } from "@/lib/campaigns/table/schema";
import { useStatus } from "./use-status";

type StatusSwitchProps = { path: CampaignsAddress; campaign: Campaign; mayChange: boolean };

export function StatusSwitch({ path, campaign, mayChange }: StatusSwitchProps) {
  const { mutate } = useStatus(path);
  const { active, name } = campaign;
  if (!mayChange) {
    return (
      <Badge tone={active ? "success" : "neutral"} dot>
        {active ? "Active" : "Inactive"}
      </Badge>
    );
  }
  return (
    <span className="flex w-fit items-center gap-2">
      <Switch
        checked={active}
        aria-label={`“${name}” is active`}
        onCheckedChange={(next) => mutate({ campaign, active: next })}
      />
      <span className="w-13 text-muted text-xs" aria-hidden="true">
        {active ? "Active" : "Inactive"}
      </span>
    </span>
  );
}
