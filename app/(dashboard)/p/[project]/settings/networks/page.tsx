"use client";

import { useState } from "react";
import { toast } from "sonner";
import { z } from "zod";
import { type Address, at, call } from "@/app/(dashboard)/api";
import { useGet, useRefresh } from "@/app/(dashboard)/data";
import { NotLoaded } from "@/app/(dashboard)/page-skeleton";
import { useLacking } from "@/app/(dashboard)/roles";
import { useProject } from "@/app/(dashboard)/session";
import { confirm } from "@/components/confirm";
import { CodeField, PasswordField } from "@/components/fields";
import { useSchemaForm } from "@/components/form";
import { FormDialog } from "@/components/form-dialog";
import { GatedButton } from "@/components/gated";
import { PageHeader } from "@/components/page-header";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { When } from "@/components/when";
import type { MetaKey, MetaKeySet } from "@/lib/attribution/meta-key/schema";

export default function Networks() {
  const path = at("/projects/:project/networks/meta-key", { project: useProject().id });
  const { data, error, refetch } = useGet(path);
  return (
    <>
      <PageHeader
        title="Meta referrer"
        description="What ad networks hand over in a form that only you can read."
      />
      {data ? (
        <MetaCard path={path} known={data} />
      ) : (
        <NotLoaded error={error} retry={refetch} className="h-48" />
      )}
    </>
  );
}

function MetaCard({
  path,
  known,
}: {
  path: Address<"/projects/:project/networks/meta-key">;
  known: MetaKey;
}) {
  const refresh = useRefresh();
  const reason = useLacking("network-accounts.write");
  const [setting, setSetting] = useState(false);
  const isThere = known.state !== "none";
  const remove = () =>
    confirm({
      title: "Remove the key?",
      description:
        "Installs from Meta’s ads can then no longer be told from organic ones by their referrer. What is decided stays.",
      action: "Remove key",
      destructive: true,
      onConfirm: async () => {
        await call("DELETE", path);
        await refresh(path);
        toast.success("The key was removed");
      },
    });
  return (
    <Card aria-label="Meta install referrer">
      <CardHeader
        title={
          <span className="flex flex-wrap items-center gap-2.5">
            Meta install referrer
            <StateBadge known={known} />
          </span>
        }
        description="Installs that come from ads on Facebook and Instagram bring along which campaign, ad set, ad and placement it was, encrypted for your app."
        actions={
          <>
            {isThere ? (
              <GatedButton reason={reason} variant="ghost" onClick={remove}>
                Remove
              </GatedButton>
            ) : null}
            <GatedButton
              reason={reason}
              variant={isThere ? "secondary" : "primary"}
              onClick={() => setSetting(true)}
            >
              {isThere ? "Replace the key" : "Set the key"}
            </GatedButton>
          </>
        }
      />
      <CardBody className="grid gap-3 text-sm">
        {known.state === "unreadable" ? (
          <Alert tone="warning" title="The key cannot be read any more">
            It was sealed with another ENCRYPTION_KEY. Set it again.
          </Alert>
        ) : null}
        {known.set_at ? (
          <p>
            Set <When at={known.set_at} /> by {known.set_by}.{" "}
            {known.checked
              ? "It opened a sample."
              : "It was not checked by a sample: an install that it does not open says so."}{" "}
            <span className="text-muted">It is sealed, and shown to nobody again.</span>
          </p>
        ) : (
          <p>
            Without the key such an install is organic, unless something else says where it came from; its
            page says “no key to read it”.
          </p>
        )}
        <p className="text-muted">
          When a key is set, installs of the last 24 hours that came with Meta’s referrer are decided anew.
          Older ones keep their decision until they are replayed:{" "}
          <code>npm run admin -- attribution replay</code>.
        </p>
      </CardBody>
      <MetaKeyDialog path={path} open={setting} onClose={() => setSetting(false)} />
    </Card>
  );
}

function StateBadge({ known: { state, checked } }: { known: MetaKey }) {
  if (state === "none") return <Badge dot>No key</Badge>;
  if (state === "unreadable")
    return (
      <Badge tone="danger" dot>
        Unreadable
      </Badge>
    );
  return (
    <Badge tone={checked ? "success" : "neutral"} dot>
      {checked ? "Set and checked" : "Set"}
    </Badge>
  );
}

/** The server reads both; here nothing that decrypts is loaded. */
const typed = z.object({ key: z.string().trim().min(1, "Paste the key."), sample: z.string() });

function MetaKeyDialog({
  path,
  open,
  onClose,
}: {
  path: Address<"/projects/:project/networks/meta-key">;
  open: boolean;
  onClose: () => void;
}) {
  const refresh = useRefresh();
  const form = useSchemaForm(typed, { values: { key: "", sample: "" } });
  return (
    <FormDialog
      open={open}
      onOpenChange={(next) => {
        if (next) return;
        form.reset();
        onClose();
      }}
      title="Key for Meta’s install referrer"
      form={form}
      submit="Set the key"
      onSubmit={async (values) => {
        const done = await call("PUT", path, values);
        form.reset();
        await refresh(path);
        toast.success(done.sample ? `The key opens the sample: ${saysOf(done.sample)}` : "The key is set", {
          ...(done.decided_anew > 0
            ? { description: `${done.decided_anew} installs of the last 24 hours are decided anew.` }
            : {}),
        });
      }}
    >
      <PasswordField
        form={form}
        name="key"
        label="Install referrer decryption key"
        hint="In Meta’s App Dashboard: Settings → Basic → Android. 64 characters."
        autoComplete="off"
        className="font-mono"
      />
      <CodeField
        form={form}
        name="sample"
        label="A sample to check it by"
        optional
        hint="A Play referrer with utm_content, or what Meta’s provider answered, as your app logged it. The key must open it."
        rows={5}
      />
    </FormDialog>
  );
}

const saysOf = ({ campaign, ad_set, ad }: NonNullable<MetaKeySet["sample"]>) =>
  [campaign, ad_set, ad].filter((part) => part !== null).join(" / ");
