"use client";

import { Plus } from "lucide-react";
import { useState } from "react";
import { type ApiAddress, at, child, mutate } from "@/app/(dashboard)/shell/api";
import { useGet, useRefresh } from "@/app/(dashboard)/shell/data";
import { OverlapField } from "@/app/(dashboard)/shell/overlap-field";
import { CardSkeleton } from "@/app/(dashboard)/shell/page-skeleton";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";
import { useProjectDetails } from "@/app/(dashboard)/shell/use-details";
import { FormDialog } from "@/components/dialogs/form-dialog";
import { SecretReveal } from "@/components/dialogs/secret-reveal";
import { TextField } from "@/components/fields/fields";
import { useSchemaForm } from "@/components/fields/form";
import { SectionHeader } from "@/components/page-header";
import type { Column } from "@/components/table/table-state";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { CodeBlock } from "@/components/ui/code-block";
import { Copyable } from "@/components/ui/copy-button";
import { GatedButton } from "@/components/ui/gated";
import { useLastValue } from "@/components/use-last";
import { t } from "@/lib/base/languages/texts";
import { overlapInput } from "@/lib/projects/schema";
import { type NewSigningKey, type ShownSigningKey, signingKeyInput } from "@/lib/projects/signing/schema";
import { isEndedKey, KeyTable, keyName } from "./key-table";
import { RequiredCard, VersionCard } from "./required-card";
import { samples } from "./samples";

const which: Column<ShownSigningKey>[] = [
  { id: "name", header: t("Name"), cell: keyName },
  {
    id: "key",
    header: t("Key ID"),
    cell: (key) => <Copyable value={key.key_id} label={t("Copy the ID of {name}", { name: key.name })} />,
  },
];
const works = (key: ShownSigningKey) => key.state === "active" || key.state === "replaced";

export function Signing() {
  const path = at("/projects/:project/signing", { project: useProject().id });
  const { data, error, refetch } = useGet(path, { refetchInterval: 15_000 });
  const reason = useMissingRoleText("signing.write");
  const [making, setMaking] = useState(false);
  const [rotating, setRotating] = useState<ShownSigningKey | null>(null);
  const [made, setMade] = useState<NewSigningKey | null>(null);
  const shown = useLastValue(made);

  const working = data?.keys.filter(works);
  const make = (
    <GatedButton reason={reason} variant="primary" onClick={() => setMaking(true)}>
      <Plus />
      {t("Create signing key")}
    </GatedButton>
  );

  return (
    <>
      <SectionHeader
        title={t("Signing")}
        description={t(
          "Anyone can extract the app token from your app. A signature proves that a call really came from your app just now and wasn't altered on the way.",
        )}
        actions={data?.keys.some((key) => !isEndedKey(key)) === false ? null : make}
      />
      {data && working ? (
        <>
          <RequiredCard
            path={path}
            required={data.required}
            bodyOnly={data.body_only}
            working={working}
            reason={reason}
          />
          <VersionCard path={path} bodyOnly={data.body_only} reason={reason} />
        </>
      ) : error ? null : (
        <CardSkeleton className="h-80 lg:h-46" />
      )}
      <KeyTable
        label={t("Signing keys")}
        which={which}
        keys={data?.keys}
        mayChange={!reason}
        onReplace={setRotating}
        path={child(path, "/keys")}
        refreshed={path}
        consequence={t("If signatures are required, apps that sign with it get a 401 within a second.")}
        error={error}
        onRetry={() => void refetch()}
        make={make}
      >
        {t("Create one per app, build it in, then require signatures once every released version signs.")}
      </KeyTable>
      <InTheApp keyId={working?.find((key) => key.state === "active")?.key_id} />
      <MakeKey path={path} open={making} onOpenChange={setMaking} onMade={setMade} />
      <RotateKey path={path} subject={rotating} onClose={() => setRotating(null)} onMade={setMade} />
      <SecretReveal
        secret={made?.secret ?? null}
        title={t("Secret of “{name}”", { name: shown?.key.name ?? "" })}
        description={t("For key {key_id}. It won't be shown again.", { key_id: shown?.key.key_id ?? "" })}
        label={t("Copy secret")}
        onDone={() => setMade(null)}
      />
    </>
  );
}

/** Sample code that signs calls, with this project's values. */
function InTheApp({ keyId }: { keyId: string | undefined }) {
  const { data } = useProjectDetails();
  if (!data) return null;
  const values = { base: location.origin, token: data.token, keyId: keyId ?? "sig_…" };
  return (
    <Card>
      <CardHeader
        title={t("In the app")}
        description={t(
          "Sign the time, method, path and the exact bytes you send. A signed call can be retried for 5 minutes.",
        )}
      />
      <CardBody>
        <CodeBlock samples={samples(values)} />
      </CardBody>
    </Card>
  );
}

type Made = { onMade: (key: NewSigningKey) => void };
type OfKey = {
  path: ApiAddress<"/projects/:project/signing">;
  subject: ShownSigningKey | null;
  onClose: () => void;
};

function MakeKey({
  path,
  open,
  onOpenChange,
  onMade,
}: Made & {
  path: ApiAddress<"/projects/:project/signing">;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const refresh = useRefresh();
  const form = useSchemaForm(signingKeyInput, { defaultValues: { name: "" } });
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("Create signing key")}
      description={t("The secret is shown once. Build it into your app.")}
      form={form}
      submit={t("Create key")}
      onSubmit={async (values) => {
        const made = await mutate("POST", child(path, "/keys"), values);
        void refresh(path);
        onMade(made);
      }}
    >
      <TextField
        form={form}
        name="name"
        label={t("Name")}
        hint={t("The app that will use it.")}
        placeholder={t("Android app")}
      />
    </FormDialog>
  );
}

function RotateKey({ path, subject: chosen, onClose, onMade }: OfKey & Made) {
  const refresh = useRefresh();
  const subject = useLastValue(chosen);
  const form = useSchemaForm(overlapInput, { defaultValues: { overlap_hours: 720 } });
  return (
    <FormDialog
      open={chosen !== null}
      onOpenChange={(open) => !open && onClose()}
      title={t("Rotate “{name}”", { name: subject?.name ?? "" })}
      description={t(
        "Creates a new key with the same name. Installed apps keep signing with the old one until they update.",
      )}
      form={form}
      submit={t("Rotate key")}
      onSubmit={async (values) => {
        if (!subject) return;
        const made = await mutate("POST", child(path, "/keys/:id/rotate", { id: subject.id }), values);
        void refresh(path);
        onMade(made);
      }}
    >
      <OverlapField
        form={form}
        label={t("Old key stays valid for")}
        hint={t(
          "After that, if signatures are required, calls signed with it are rejected and their data is lost.",
        )}
      />
    </FormDialog>
  );
}
