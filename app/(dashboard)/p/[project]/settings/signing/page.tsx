"use client";

import { Plus } from "lucide-react";
import { useState } from "react";
import { at, within } from "@/app/(dashboard)/api";
import { useGet } from "@/app/(dashboard)/data";
import { isEnded, keyName } from "@/app/(dashboard)/p/[project]/settings/key-columns";
import { KeyTable } from "@/app/(dashboard)/p/[project]/settings/key-table";
import { useDetails } from "@/app/(dashboard)/p/[project]/settings/use-details";
import { CardSkeleton } from "@/app/(dashboard)/page-skeleton";
import { useLacking } from "@/app/(dashboard)/roles";
import { useProject } from "@/app/(dashboard)/session";
import { CodeBlock } from "@/components/code-block";
import { Copyable } from "@/components/copy-button";
import { GatedButton } from "@/components/gated";
import { PageHeader } from "@/components/page-header";
import { SecretReveal } from "@/components/secret-reveal";
import type { Column } from "@/components/table-state";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { useLast } from "@/components/use-last";
import type { NewSigningKey, ShownSigningKey } from "@/lib/accounts/projects/signing/schema";
import { MakeKey, RotateKey } from "./key-dialogs";
import { RequiredCard, VersionCard } from "./required-card";
import { samples } from "./samples";

const which: Column<ShownSigningKey>[] = [
  { id: "name", header: "Name", cell: keyName },
  {
    id: "key",
    header: "Key id",
    cell: (key) => <Copyable value={key.key_id} label={`Copy the id of ${key.name}`} />,
  },
];
const works = (key: ShownSigningKey) => key.state === "active" || key.state === "replaced";

export default function Signing() {
  const path = at("/projects/:project/signing", { project: useProject().id });
  const { data, error, refetch } = useGet(path, { refetchInterval: 15_000 });
  const reason = useLacking("signing.write");
  const [making, setMaking] = useState(false);
  const [rotating, setRotating] = useState<ShownSigningKey | null>(null);
  const [made, setMade] = useState<NewSigningKey | null>(null);
  const shown = useLast(made);

  const working = data?.keys.filter(works);
  const make = (
    <GatedButton reason={reason} variant="primary" onClick={() => setMaking(true)}>
      <Plus />
      Issue a key
    </GatedButton>
  );

  return (
    <>
      <PageHeader
        title="Signing"
        description="The app token can be read out of any copy of your app. A signature shows that a call was made by the app itself, just now, and was not changed on its way."
        actions={data?.keys.some((key) => !isEnded(key)) === false ? null : make}
      />
      {data && working ? (
        <>
          <RequiredCard path={path} required={data.required} working={working} reason={reason} />
          <VersionCard path={path} bodyOnly={data.body_only} reason={reason} />
        </>
      ) : error ? null : (
        <CardSkeleton className="h-80 lg:h-46" />
      )}
      <KeyTable
        label="Signing keys"
        which={which}
        keys={data?.keys}
        mayChange={!reason}
        onReplace={setRotating}
        path={within(path, "/keys")}
        refreshed={path}
        consequence="Where signatures are required, apps that sign with it are answered 401 within a second."
        error={error}
        onRetry={() => void refetch()}
        make={make}
      >
        Issue one for each app, build it in, and require signatures once all installed versions sign.
      </KeyTable>
      <InTheApp keyId={working?.find((key) => key.state === "active")?.key_id} />
      <MakeKey path={path} open={making} onOpenChange={setMaking} onMade={setMade} />
      <RotateKey path={path} subject={rotating} onClose={() => setRotating(null)} onMade={setMade} />
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
        description="Sign time, method, path and the very bytes that are sent. A call may be repeated as it is for 5 minutes."
      />
      <CardBody>
        <CodeBlock samples={samples(values)} />
      </CardBody>
    </Card>
  );
}
