"use client";

import { Globe, Plus } from "lucide-react";
import { useState } from "react";
import { at } from "@/app/(dashboard)/api";
import { useGet } from "@/app/(dashboard)/data";
import { NotLoaded } from "@/app/(dashboard)/p/[project]/settings/not-loaded";
import { useLacking } from "@/app/(dashboard)/roles";
import { useProject } from "@/app/(dashboard)/session";
import { EmptyState } from "@/components/empty-state";
import { GatedButton } from "@/components/gated";
import { PageHeader } from "@/components/page-header";
import { Card } from "@/components/ui/card";
import { AddDomain } from "./add-domain";
import { DomainCard } from "./domain-card";

export default function Domains() {
  const path = at("/projects/:project/domains", { project: useProject().id });
  const { data, error, refetch } = useGet(path);
  const [adding, setAdding] = useState(false);
  const reason = useLacking("domains.write");
  return (
    <>
      <PageHeader
        title="Domains"
        description="The hosts that the links of this project live on. A campaign without one of its own uses the primary one."
        actions={
          <GatedButton reason={reason} variant="primary" onClick={() => setAdding(true)}>
            <Plus />
            Add a domain
          </GatedButton>
        }
      />
      {data ? (
        data.domains.map((domain) => (
          <DomainCard key={domain.id} path={path} domain={domain} reason={reason} />
        ))
      ) : (
        <NotLoaded error={error} retry={refetch} />
      )}
      {data?.domains.length === 0 ? (
        <Card>
          <EmptyState icon={Globe} title="No domain yet">
            Links need a host. Add a subdomain of yours, such as links.example.com.
          </EmptyState>
        </Card>
      ) : null}
      <AddDomain path={path} open={adding} onOpenChange={setAdding} />
    </>
  );
}
