"use client";

import { KeyRound, Plus } from "lucide-react";
import { useState } from "react";
import { CodeBlock } from "@/components/code-block";
import { DataTable } from "@/components/data-table";
import { EmptyState } from "@/components/empty-state";
import { Gated } from "@/components/gated";
import { PageHeader } from "@/components/page-header";
import { SecretReveal } from "@/components/secret-reveal";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { useLast } from "@/components/use-last";
import type { NewSigningKey, Signing as SigningAnswer, SigningKey } from "../../../../contract";
import { useGet } from "../../../../data";
import { useLacking } from "../../../../roles";
import { useProject } from "../../../../session";
import { useDetails } from "../use-details";
import { signingKeyColumns } from "./key-columns";
import { MakeKey, RevokeKey, RotateKey } from "./key-dialogs";
import { RequiredCard } from "./required-card";
import { samples } from "./samples";

const ended = (key: SigningKey) => key.state === "revoked" || key.state === "expired";
const works = (key: SigningKey) => key.state === "active" || key.state === "replaced";

export function Signing() {
  const path = `/projects/${useProject().id}/signing`;
  const { data, error, refetch } = useGet<SigningAnswer>(path, { refetchInterval: 15_000 });
  const reason = useLacking("signing.write");
  const [making, setMaking] = useState(false);
  const [rotating, setRotating] = useState<SigningKey | null>(null);
  const [revoking, setRevoking] = useState<SigningKey | null>(null);
  const [made, setMade] = useState<NewSigningKey | null>(null);
  const shown = useLast(made);
  const [withEnded, setWithEnded] = useState(false);

  const gone = data?.keys.filter(ended).length ?? 0;
  const working = data?.keys.filter(works);
  const rows = withEnded ? data?.keys : data?.keys.filter((key) => !ended(key));
  const make = (
    <Gated reason={reason}>
      {(gate) => (
        <Button variant="primary" {...gate} onClick={() => setMaking(true)}>
          <Plus />
          Make a key
        </Button>
      )}
    </Gated>
  );

  return (
    <>
      <PageHeader
        title="Signing"
        description="The app token can be read out of any copy of your app. A signature shows that a call was made by the app itself, just now, and was not changed on its way."
        actions={rows?.length === 0 ? null : make}
      />
      {data && working ? (
        <RequiredCard path={path} required={data.required} working={working} reason={reason} />
      ) : null}
      <div className="grid gap-3">
        <DataTable
          label="Signing keys"
          columns={signingKeyColumns({ mayChange: !reason, onRotate: setRotating, onRevoke: setRevoking })}
          rows={rows}
          rowId={(key) => String(key.id)}
          error={error}
          onRetry={() => void refetch()}
          empty={
            <EmptyState
              icon={KeyRound}
              title={gone > 0 ? "No key works at the moment" : "No key yet"}
              actions={make}
            >
              Make one for each app, build it in, and require signatures once all installed versions sign.
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
      <InTheApp keyId={working?.find((key) => key.state === "active")?.key_id} />
      <MakeKey path={path} open={making} onOpenChange={setMaking} onMade={setMade} />
      <RotateKey path={path} subject={rotating} onClose={() => setRotating(null)} onMade={setMade} />
      <RevokeKey path={path} subject={revoking} onClose={() => setRevoking(null)} />
      <SecretReveal
        secret={made?.secret ?? null}
        title={`Secret of “${shown?.key.name ?? ""}”`}
        description={`It belongs to key ${shown?.key.key_id ?? ""}. This is the only time it is shown.`}
        label="Copy secret"
        onDone={() => setMade(null)}
      />
    </>
  );
}

/** The lines that sign, with this project's own names in them. */
function InTheApp({ keyId }: { keyId: string | undefined }) {
  const { data } = useDetails();
  if (!data) return null;
  const values = { base: location.origin, token: data.token, keyId: keyId ?? "sig_…" };
  return (
    <Card>
      <CardHeader
        title="In the app"
        description="Sign the very bytes that are sent. A call may be repeated as it is for 5 minutes."
      />
      <CardBody>
        <CodeBlock samples={samples(values)} />
      </CardBody>
    </Card>
  );
}
