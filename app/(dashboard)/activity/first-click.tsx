"use client";

import { Plus } from "lucide-react";
import { at, withQuery } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";
import { IntentLink } from "@/components/intent-link";
import { Button } from "@/components/ui/button";
import { GatedLink } from "@/components/ui/gated";
import { t } from "@/lib/base/languages/texts";

/** A click needs a campaign. If a campaign exists, the next step is to follow its link. */
export function FirstClick() {
  const { id } = useProject();
  const reason = useMissingRoleText("campaigns.write");
  // The same query as the filter above the list.
  const { data } = useGet(withQuery(at("/projects/:project/campaigns", { project: id }), { limit: 100 }), {
    staleTime: 60_000,
  });
  const [newest] = data?.campaigns ?? [];
  const base = `/p/${id}/campaigns`;
  if (!newest)
    return (
      <GatedLink variant="primary" reason={reason} href={`${base}/new`}>
        <Plus />
        {t("New campaign")}
      </GatedLink>
    );
  return (
    <Button asChild variant="primary">
      <IntentLink href={`${base}/${newest.id}`}>
        {t("To the link of {name}", { name: newest.name })}
      </IntentLink>
    </Button>
  );
}
