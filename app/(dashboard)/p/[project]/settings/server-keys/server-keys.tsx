"use client";

import { KeyRound, Plus } from "lucide-react";
import { useState } from "react";
import { DataTable } from "@/components/data-table";
import { EmptyState } from "@/components/empty-state";
import { Gated } from "@/components/gated";
import { PageHeader } from "@/components/page-header";
import { SecretReveal } from "@/components/secret-reveal";
import { Button } from "@/components/ui/button";
import { useLast } from "@/components/use-last";
import type { ServerKeys as KeysAnswer, NewServerKey, ServerKey } from "../../../../contract";
import { useGet } from "../../../../data";
import { useLacking } from "../../../../roles";
import { useProject } from "../../../../session";
import { IssueKey } from "./issue-key";
import { keyColumns } from "./key-columns";
import { RevokeKey, RollKey } from "./key-dialogs";

const ended = (key: ServerKey) => key.state === "revoked" || key.state === "expired";

export function ServerKeys() {
  const path = `/projects/${useProject().id}/server-keys`;
  const { data, error, refetch } = useGet<KeysAnswer>(path);
  const reason = useLacking("server-keys.write");
  const [issuing, setIssuing] = useState(false);
  const [rolling, setRolling] = useState<ServerKey | null>(null);
  const [revoking, setRevoking] = useState<ServerKey | null>(null);
  const [secret, setSecret] = useState<NewServerKey | null>(null);
  const shown = useLast(secret);
  const [withEnded, setWithEnded] = useState(false);

  const all = data?.server_keys;
  const gone = all?.filter(ended).length ?? 0;
  const rows = withEnded ? all : all?.filter((key) => !ended(key));
  const issue = (
    <Gated reason={reason}>
      {(gate) => (
        <Button variant="primary" {...gate} onClick={() => setIssuing(true)}>
          <Plus />
          Issue a key
        </Button>
      )}
    </Gated>
  );

  return (
    <>
      <PageHeader
        title="Server keys"
        description="Your own programs send one in the service-key header to manage campaigns and read figures. Keep them off phones and out of web pages."
        actions={rows?.length === 0 ? null : issue}
      />
      <div className="grid gap-3">
        <DataTable
          label="Server keys"
          columns={keyColumns({ mayChange: !reason, onRoll: setRolling, onRevoke: setRevoking })}
          rows={rows}
          rowId={(key) => String(key.id)}
          error={error}
          onRetry={() => void refetch()}
          empty={
            <EmptyState
              icon={KeyRound}
              title={gone > 0 ? "No key works at the moment" : "No key yet"}
              actions={issue}
            >
              Issue one for each program, so that one can be replaced without the others.
            </EmptyState>
          }
        />
        {gone > 0 ? (
          <Button
            variant="ghost"
            size="sm"
            className="justify-self-start"
            onClick={() => setWithEnded(!withEnded)}
          >
            {withEnded ? "Hide ended keys" : `Show ${gone} ended ${gone === 1 ? "key" : "keys"}`}
          </Button>
        ) : null}
      </div>
      <IssueKey path={path} open={issuing} onOpenChange={setIssuing} onIssued={setSecret} />
      <RollKey path={path} subject={rolling} onClose={() => setRolling(null)} onIssued={setSecret} />
      <RevokeKey path={path} subject={revoking} onClose={() => setRevoking(null)} />
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
