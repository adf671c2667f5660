"use client";

import { Plus } from "lucide-react";
import { useState } from "react";
import { at } from "@/app/(dashboard)/api";
import { useGet } from "@/app/(dashboard)/data";
import { isEnded, keyName } from "@/app/(dashboard)/p/[project]/settings/key-columns";
import { KeyTable } from "@/app/(dashboard)/p/[project]/settings/key-table";
import { useLacking } from "@/app/(dashboard)/roles";
import { useProject } from "@/app/(dashboard)/session";
import { GatedButton } from "@/components/gated";
import { PageHeader } from "@/components/page-header";
import { SecretReveal } from "@/components/secret-reveal";
import type { Column } from "@/components/table-state";
import { useLast } from "@/components/use-last";
import type { NewServerKey, ShownServerKey } from "@/lib/accounts/projects/server-keys/schema";
import { IssueKey } from "./issue-key";
import { RotateKey } from "./rotate-key";

const which: Column<ShownServerKey>[] = [
  {
    id: "name",
    header: "Name",
    cell: (key) => (
      <div className="grid grid-cols-1 leading-snug">
        {keyName(key)}
        <code className="font-mono text-faint text-xs">{key.prefix}…</code>
      </div>
    ),
  },
];

export default function ServerKeys() {
  const path = at("/projects/:project/server-keys", { project: useProject().id });
  const { data, error, refetch } = useGet(path);
  const reason = useLacking("server-keys.write");
  const [issuing, setIssuing] = useState(false);
  const [rotating, setRotating] = useState<ShownServerKey | null>(null);
  const [secret, setSecret] = useState<NewServerKey | null>(null);
  const shown = useLast(secret);

  const issue = (
    <GatedButton reason={reason} variant="primary" onClick={() => setIssuing(true)}>
      <Plus />
      Issue a key
    </GatedButton>
  );

  return (
    <>
      <PageHeader
        title="Server keys"
        description="Your own programs send one in the service-key header to manage campaigns and read figures. Keep them off phones and out of web pages."
        actions={data?.server_keys.some((key) => !isEnded(key)) === false ? null : issue}
      />
      <KeyTable
        label="Server keys"
        which={which}
        keys={data?.server_keys}
        mayChange={!reason}
        onReplace={setRotating}
        path={path}
        refreshed={path}
        consequence="Programs that send it are answered 401 within a second."
        error={error}
        onRetry={() => void refetch()}
        make={issue}
      >
        Issue one for each program, so that one can be replaced without the others.
      </KeyTable>
      <IssueKey path={path} open={issuing} onOpenChange={setIssuing} onIssued={setSecret} />
      <RotateKey path={path} subject={rotating} onClose={() => setRotating(null)} onIssued={setSecret} />
      <SecretReveal
        secret={secret?.key ?? null}
        title={`Key “${shown?.server_key.name ?? ""}”`}
        description="This is the only time it is shown: only its hash is kept here."
        label="Copy key"
        onDone={() => setSecret(null)}
      />
    </>
  );
}
