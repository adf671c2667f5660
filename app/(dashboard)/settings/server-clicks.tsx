import { RotateCw } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { type ApiAddress, at, child, mutate } from "@/app/(dashboard)/shell/api";
import { useGet, useRefresh } from "@/app/(dashboard)/shell/data";
import { useNetworkChoices } from "@/app/(dashboard)/shell/facts/network-choices";
import { NotLoaded } from "@/app/(dashboard)/shell/page-skeleton";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";
import { FormDialog } from "@/components/dialogs/form-dialog";
import { Combobox } from "@/components/fields/combobox";
import { Field } from "@/components/fields/field";
import { NumberField } from "@/components/fields/fields";
import { Form, SubmitButton, useSchemaForm } from "@/components/fields/form";
import { numberText } from "@/components/format";
import { rich } from "@/components/rich";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { When } from "@/components/ui/when";
import { t } from "@/lib/base/languages/texts";
import {
  rotateInput,
  type ServerClicks,
  serverClickLimits,
  serverLimitInput,
} from "@/lib/traffic/server-clicks/schema";

type Path = ApiAddress<"/projects/:project/ad-networks/:code/server-clicks">;

/** The key, the limit and the rejected calls of a network that reports clicks from its server. */
export function ServerClicksCard() {
  const { id: project } = useProject();
  const lacking = useMissingRoleText("network-keys.read");
  const networks = useNetworkChoices();
  const [network, setNetwork] = useState("");
  return (
    <Card>
      <CardHeader
        title={t("Clicks from a network's server")}
        description={t(
          "Networks can report clicks and views at /t/{network}/{campaign} on a link domain. The key proves that a call comes from the network.",
        )}
      />
      <CardBody className="grid grid-cols-1 gap-5">
        {lacking ? (
          <p className="text-muted text-sm">{lacking}.</p>
        ) : (
          <>
            <Field label={t("Network")} className="max-w-72">
              {(control) => (
                <Combobox
                  {...control}
                  placeholder={t("Choose a network")}
                  searchPlaceholder={t("Search networks")}
                  value={network || undefined}
                  options={networks}
                  onValueChange={setNetwork}
                />
              )}
            </Field>
            {network ? (
              <OfNetwork
                key={network}
                path={at("/projects/:project/ad-networks/:code/server-clicks", { project, code: network })}
              />
            ) : null}
          </>
        )}
      </CardBody>
    </Card>
  );
}

function OfNetwork({ path }: { path: Path }) {
  const { data, error, refetch } = useGet(path);
  if (!data) return <NotLoaded error={error} retry={refetch} className="h-40" />;
  const { server_clicks: clicks } = data;
  return (
    <>
      <KeyRow path={path} clicks={clicks} />
      <LimitForm key={clicks.calls_per_second} path={path} clicks={clicks} />
      <Rejected clicks={clicks} />
    </>
  );
}

function KeyRow({ path, clicks }: { path: Path; clicks: ServerClicks }) {
  const [isShown, setShown] = useState(false);
  const [isRotating, setRotating] = useState(false);
  return (
    <div className="grid gap-1.5">
      <p className="font-medium text-sm">{t("Key")}</p>
      <div className="flex flex-wrap items-center gap-2">
        <code className="break-all rounded-md bg-sunken px-2 py-1 font-mono text-xs">
          {isShown ? clicks.key : "•".repeat(32)}
        </code>
        <Button size="sm" onClick={() => setShown(!isShown)}>
          {isShown ? t("Hide") : t("Show")}
        </Button>
        <CopyButton value={clicks.key} label={t("Copy the key")} />
        <Button size="sm" onClick={() => setRotating(true)}>
          <RotateCw />
          {t("Rotate")}
        </Button>
      </div>
      <p className="text-muted text-sm">
        {clicks.previous_until
          ? rich("The previous key is valid until {when}.", {
              when: <When clock at={clicks.previous_until} />,
            })
          : clicks.rotated_at
            ? rich("Rotated {when}. Only this key is valid.", { when: <When at={clicks.rotated_at} /> })
            : t("Never rotated.")}
      </p>
      <RotateDialog path={path} open={isRotating} onOpenChange={setRotating} />
    </div>
  );
}

type RotateProps = { path: Path; open: boolean; onOpenChange: (open: boolean) => void };

function RotateDialog({ path, open, onOpenChange }: RotateProps) {
  const refresh = useRefresh();
  const form = useSchemaForm(rotateInput, { defaultValues: { hours: 72 } });
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("Rotate the key?")}
      description={t("Send the new key to the network. Until the previous key ends, both are valid.")}
      form={form}
      submit={t("Rotate key")}
      onSubmit={async (values) => {
        await mutate("POST", child(path, "/rotate"), values);
        await refresh(path);
        toast.success(t("The network has a new key"));
      }}
    >
      <NumberField
        form={form}
        name="hours"
        label={t("Previous key stays valid for")}
        after="hours"
        min={0}
        max={serverClickLimits.overlapHours}
        hint={t("0 ends it immediately, for example after a leak.")}
      />
    </FormDialog>
  );
}

function LimitForm({ path, clicks }: { path: Path; clicks: ServerClicks }) {
  const refresh = useRefresh();
  const form = useSchemaForm(serverLimitInput, {
    defaultValues: { calls_per_second: clicks.is_default_limit ? null : clicks.calls_per_second },
  });
  return (
    <Form
      form={form}
      onSubmit={async ({ calls_per_second }) => {
        await mutate("PUT", path, { calls_per_second });
        await refresh(path);
        toast.success(t("The limit was saved"));
      }}
      className="flex flex-wrap items-end gap-2"
    >
      <div className="w-full max-w-72">
        <NumberField
          form={form}
          name="calls_per_second"
          label={t("Limit")}
          optional
          after={t("calls per second")}
          placeholder={String(serverClickLimits.usual)}
          hint={t("Blank for the default of {usual}. Further calls get 429.", {
            usual: numberText(serverClickLimits.usual),
          })}
        />
      </div>
      <SubmitButton>{t("Save")}</SubmitButton>
    </Form>
  );
}

function Rejected({ clicks: { rejected } }: { clicks: ServerClicks }) {
  return (
    <div className="grid gap-1.5">
      <p className="font-medium text-sm">{t("Rejected calls in seven days")}</p>
      {rejected.length === 0 ? (
        <p className="text-muted text-sm">{t("No call was rejected.")}</p>
      ) : (
        <>
          <ul className="grid gap-1 text-sm">
            {rejected.map(({ reason, count, last_at }) => (
              <li key={reason} className="flex flex-wrap gap-x-3">
                <span className="num font-medium">{numberText(count)}</span>
                <span>{reason}</span>
                <span className="text-muted">{rich("last {when}", { when: <When at={last_at} /> })}</span>
              </li>
            ))}
          </ul>
          <p className="text-muted text-xs">
            {t("At most one call per second and reason is noted, so a flood counts less.")}
          </p>
        </>
      )}
    </div>
  );
}
