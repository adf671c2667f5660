"use client";

import { Globe, Plus } from "lucide-react";
import { useState } from "react";
import { EmptyState } from "@/components/empty-state";
import { Gated } from "@/components/gated";
import { PageHeader } from "@/components/page-header";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import type { Domains as DomainsAnswer } from "../../../../contract";
import { useGet } from "../../../../data";
import { useLacking } from "../../../../roles";
import { useProject } from "../../../../session";
import { NotLoaded } from "../not-loaded";
import { AddDomain } from "./add-domain";
import { DomainCard } from "./domain-card";

export function Domains() {
  const path = `/projects/${useProject().id}/domains`;
  const { data, error, refetch } = useGet<DomainsAnswer>(path);
  const [adding, setAdding] = useState(false);
  const reason = useLacking("domains.write");
  return (
    <>
      <PageHeader
        title="Domains"
        description="The hosts that the links of this project live on. A campaign without one of its own uses the primary one."
        actions={
          <Gated reason={reason}>
            {(gate) => (
              <Button variant="primary" {...gate} onClick={() => setAdding(true)}>
                <Plus />
                Add a domain
              </Button>
            )}
          </Gated>
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
