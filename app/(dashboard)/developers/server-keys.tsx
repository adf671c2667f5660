"use client";

import { Plus } from "lucide-react";
import { useState } from "react";
import { type ApiAddress, at, child, mutate } from "@/app/(dashboard)/shell/api";
import { useGet, useRefresh } from "@/app/(dashboard)/shell/data";
import { OverlapField } from "@/app/(dashboard)/shell/overlap-field";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";
import { FormDialog } from "@/components/dialogs/form-dialog";
import { SecretReveal } from "@/components/dialogs/secret-reveal";
import { Checkbox } from "@/components/fields/checkbox";
import { TextField } from "@/components/fields/fields";
import { FormField, type FormOf, useSchemaForm } from "@/components/fields/form";
import { Select } from "@/components/fields/select";
import { dayText } from "@/components/format";
import { SectionHeader } from "@/components/page-header";
import type { Column } from "@/components/table/table-state";
import { GatedButton } from "@/components/ui/gated";
import { useLastValue } from "@/components/use-last";
import { type KeyScope, keyScopeNames, keyScopes } from "@/lib/accounts/access/scopes";
import { t } from "@/lib/base/languages/texts";
import {
  type NewServerKey,
  rotateInput,
  type ShownServerKey,
  serverKeyInput,
} from "@/lib/projects/server-keys/schema";
import { isEndedKey, KeyTable, keyName } from "./key-table";

const scopeLabel = (scope: string) => keyScopes[scope as KeyScope]?.label ?? scope;

const which: Column<ShownServerKey>[] = [
  {
    id: "name",
    header: t("Name"),
    cell: (key) => (
      <div className="grid grid-cols-1 leading-snug">
        {keyName(key)}
        <code className="font-mono text-faint text-xs">{key.prefix}…</code>
      </div>
    ),
  },
  {
    id: "scopes",
    header: t("Permissions"),
    wide: true,
    cell: (key) => key.scopes.map(scopeLabel).join(", "),
  },
];

export function ServerKeys() {
  const path = at("/projects/:project/server-keys", { project: useProject().id });
  const { data, error, refetch } = useGet(path);
  const reason = useMissingRoleText("server-keys.write");
  const [issuing, setIssuing] = useState(false);
  const [rotating, setRotating] = useState<ShownServerKey | null>(null);
  const [secret, setSecret] = useState<NewServerKey | null>(null);
  const shown = useLastValue(secret);

  const issue = (
    <GatedButton reason={reason} variant="primary" onClick={() => setIssuing(true)}>
      <Plus />
      {t("Create key")}
    </GatedButton>
  );

  return (
    <>
      <SectionHeader
        title={t("Server keys")}
        description={t(
          "Your servers send a key in the service-key header to manage campaigns and read reports. Never put one in an app or a web page.",
        )}
        actions={data?.server_keys.some((key) => !isEndedKey(key)) === false ? null : issue}
      />
      <KeyTable
        label={t("Keys of servers")}
        which={which}
        keys={data?.server_keys}
        mayChange={!reason}
        onReplace={setRotating}
        path={path}
        refreshed={path}
        consequence={t("Programs using it get a 401 within a second.")}
        error={error}
        onRetry={() => void refetch()}
        make={issue}
      >
        {t("Use a separate key for each program, so you can replace one without touching the rest.")}
      </KeyTable>
      <IssueKey path={path} open={issuing} onOpenChange={setIssuing} onIssued={setSecret} />
      <RotateKey path={path} subject={rotating} onClose={() => setRotating(null)} onIssued={setSecret} />
      <SecretReveal
        secret={secret?.key ?? null}
        title={t("Key “{name}”", { name: shown?.server_key.name ?? "" })}
        description={t("Copy it now: only its hash is stored, so it can't be shown again.")}
        label={t("Copy key")}
        onDone={() => setSecret(null)}
      />
    </>
  );
}

type IssueKeyProps = {
  path: ApiAddress<"/projects/:project/server-keys">;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onIssued: (key: NewServerKey) => void;
};

function IssueKey({ path, open, onOpenChange, onIssued }: IssueKeyProps) {
  const refresh = useRefresh();
  const form = useSchemaForm(serverKeyInput, {
    defaultValues: { name: "", expires_at: null, scopes: ["api"] },
  });
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("Create server key")}
      description={t("For programs that read or change this project.")}
      form={form}
      submit={t("Create key")}
      onSubmit={async (values) => {
        const made = await mutate("POST", path, values);
        void refresh(path);
        onIssued(made);
      }}
    >
      <TextField
        form={form}
        name="name"
        label={t("Name")}
        hint={t("The program that will use it.")}
        placeholder={t("Nightly report")}
      />
      <ScopesField form={form} />
      <ExpiryField key={String(open)} form={form} />
    </FormDialog>
  );
}

// biome-ignore lint/suspicious/noExplicitAny: what else is in the form does not matter here
function ScopesField({ form }: { form: FormOf<any, any> }) {
  return (
    <FormField form={form} name="scopes" label={t("Permissions")}>
      {({ value, onChange, id, "aria-describedby": describedBy, "aria-invalid": invalid }) => (
        <fieldset id={id} aria-describedby={describedBy} aria-invalid={invalid} className="grid gap-2.5">
          <legend className="sr-only">{t("Permissions")}</legend>
          {keyScopeNames.map((scope) => (
            // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is the control
            <label key={scope} className="flex items-start gap-2.5 text-sm">
              <Checkbox
                checked={value.includes(scope)}
                onCheckedChange={(on) =>
                  onChange(keyScopeNames.filter((one) => (one === scope ? on === true : value.includes(one))))
                }
              />
              <span className="grid leading-snug">
                {keyScopes[scope].label}
                <span className="text-faint text-xs">{keyScopes[scope].meaning}</span>
              </span>
            </label>
          ))}
        </fieldset>
      )}
    </FormField>
  );
}

function RotateKey({
  path,
  subject: chosen,
  onClose,
  onIssued,
}: {
  path: ApiAddress<"/projects/:project/server-keys">;
  subject: ShownServerKey | null;
  onClose: () => void;
  onIssued: (key: NewServerKey) => void;
}) {
  const refresh = useRefresh();
  const subject = useLastValue(chosen);
  const form = useSchemaForm(rotateInput, { defaultValues: { overlap_hours: 24 } });
  return (
    <FormDialog
      open={chosen !== null}
      onOpenChange={(open) => !open && onClose()}
      title={t("Rotate “{name}”", { name: subject?.name ?? "" })}
      description={t("Creates a new key with the same name. Both work while you switch over.")}
      form={form}
      submit={t("Rotate key")}
      onSubmit={async (values) => {
        if (!subject) return;
        const made = await mutate("POST", child(path, "/:id/rotate", { id: subject.id }), values);
        void refresh(path);
        onIssued(made);
      }}
    >
      <OverlapField
        form={form}
        label={t("Old key stays valid for")}
        hint={t("After that, programs still using it get a 401.")}
      />
      <ExpiryField key={String(chosen?.id)} form={form} before={subject?.expires_at ?? null} />
    </FormDialog>
  );
}

const never = { value: "0", label: t("Never") };
const lives = [
  { value: "30", label: t("In 30 days") },
  { value: "90", label: t("In 90 days") },
  { value: "365", label: t("In a year") },
];

const inDays = (days: number) => (days === 0 ? null : new Date(Date.now() + days * 86_400_000).toISOString());
const asBefore = "before";

/** The key's expiry. A replacement has the expiry of the key it replaces, unless another one is chosen. */
function ExpiryField({
  form,
  before,
}: {
  // biome-ignore lint/suspicious/noExplicitAny: what else is in the form does not matter here
  form: FormOf<any, any>;
  before?: string | null;
}) {
  const [chosen, setChosen] = useState<string | null>(null);
  const first = before
    ? {
        value: asBefore,
        label: t("Same as the old key: {day}", { day: dayText(new Date(before)) }),
      }
    : null;
  const options = [...(first ? [first] : []), never, ...lives];
  return (
    <FormField
      form={form}
      name="expires_at"
      label={before === undefined ? t("Expires") : t("The new key expires")}
    >
      {({ value: _, onChange, ...control }) => (
        <Select
          {...control}
          value={chosen ?? options[0]!.value}
          options={options}
          onValueChange={(next) => {
            setChosen(next);
            onChange(next === asBefore ? undefined : inDays(Number(next)));
          }}
        />
      )}
    </FormField>
  );
}
