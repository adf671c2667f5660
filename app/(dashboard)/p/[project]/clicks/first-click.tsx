"use client";

import { Plus } from "lucide-react";
import { at, withQuery } from "@/app/(dashboard)/api";
import { useGet } from "@/app/(dashboard)/data";
import { useLacking } from "@/app/(dashboard)/roles";
import { useProject } from "@/app/(dashboard)/session";
import { GatedLink } from "@/components/gated";
import { IntentLink } from "@/components/intent-link";
import { Button } from "@/components/ui/button";

/** A click takes a campaign; who has one follows its link. */
export function FirstClick() {
  const { id } = useProject();
  const reason = useLacking("campaigns.write");
  // As the filter above the list asks for them.
  const { data } = useGet(withQuery(at("/projects/:project/campaigns", { project: id }), { limit: 100 }), {
    staleTime: 60_000,
  });
  const [newest] = data?.campaigns ?? [];
  const base = `/p/${id}/campaigns`;
  if (!newest)
    return (
      <GatedLink variant="primary" reason={reason} href={`${base}/new`}>
        <Plus />
        New campaign
      </GatedLink>
    );
  return (
    <Button asChild variant="primary">
      <IntentLink href={`${base}/${newest.id}`}>To the link of {newest.name}</IntentLink>
    </Button>
  );
}
