"use client";

import { RefreshCw } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { z } from "zod";
import { FormDialog } from "@/components/dialogs/form-dialog";
import { TextareaField } from "@/components/fields/fields";
import { Form, FormError, SubmitButton, useSchemaForm } from "@/components/fields/form";
import { IntentLink } from "@/components/intent-link";
import { rich } from "@/components/rich";
import { Card, CardBody, CardFooter, CardHeader } from "@/components/ui/card";
import { CodeBlock } from "@/components/ui/code-block";
import { Copyable } from "@/components/ui/copy-button";
import { GatedButton } from "@/components/ui/gated";
import { When } from "@/components/ui/when";
import { siteOrigins } from "@/lib/accounts/access/site-origins";
import { t } from "@/lib/base/languages/texts";
import { overlapInput } from "@/lib/projects/schema";
import { type ApiAddress, at, mutate, type ResponseOf } from "./api";
import { useGet, useRefresh } from "./data";
import { OverlapField } from "./overlap-field";
import { NotLoaded } from "./page-skeleton";
import { useMissingRoleText } from "./roles";

type Path = ApiAddress<"/projects/:project/site">;
type Site = ResponseOf<"/projects/:project/site">;

/** One origin per line. */
const form = z.object({
  origins: z
    .string()
    .transform((text) => text.split(/[\n,]/))
    .pipe(siteOrigins),
});

/** For customers' websites: the origins that may report visits, and the code to paste. */
export function Website({ project, link }: { project: number; link: string }) {
  const path = at("/projects/:project/site", { project });
  const { data, error, refetch } = useGet(path);
  if (!data) return <NotLoaded error={error} retry={refetch} className="h-80" />;
  return <SiteCard path={path} site={data} project={project} link={link} />;
}

type SiteCardProps = { path: Path; site: Site; project: number; link: string };

function SiteCard({ path, site, project, link }: SiteCardProps) {
  const refresh = useRefresh();
  const reason = useMissingRoleText("tokens.write");
  const fields = useSchemaForm(form, { values: { origins: site.origins.join("\n") } });
  return (
    <Card id="website" className="scroll-mt-20">
      <Form
        form={fields}
        lacking={reason}
        onSubmit={async (values) => {
          const saved = await mutate("PUT", path, values);
          fields.reset({ origins: saved.origins.join("\n") });
          await refresh(path);
          toast.success(t("Websites saved"));
        }}
      >
        <CardHeader
          title={t("Website")}
          description="A script for your pages: reports visits, passes the ad to the store, and links visitors to their installs."
        />
        <CardBody className="grid grid-cols-1 gap-4">
          <FormError />
          <TextareaField
            form={fields}
            name="origins"
            label={t("Websites")}
            rows={2}
            placeholder="https://www.example.com"
            hint={t("One per line. Visits from any other site are rejected.")}
          />
        </CardBody>
        <CardFooter>
          <span>
            {site.last_seen_at
              ? rich("Last new visitor {when}. <link>Web to app</link>", {
                  when: <When at={site.last_seen_at} />,
                  link: (text) => (
                    <IntentLink className="underline" href={`/p/${project}/web-to-app`}>
                      {text}
                    </IntentLink>
                  ),
                })
              : t("No visits yet.")}
          </span>
          <SubmitButton>{t("Save websites")}</SubmitButton>
        </CardFooter>
      </Form>
      {site.token === null ? null : (
        <Script path={path} site={site} project={project} token={site.token} link={link} />
      )}
    </Card>
  );
}

const scriptOf = (token: string, link: string) => {
  const server = new URL(link).origin;
  return `<script async src="${server}/cairn.js" data-token="${token}"
  data-link="${link}"></script>
<a href="https://play.google.com/store/apps/details?id=com.example.app">Get the app</a>
<script>document.addEventListener("cairn", () => cairn.event("trail_viewed"))</script>`;
};

function Script({ path, site, project, token, link }: SiteCardProps & { token: string }) {
  const [rotating, setRotating] = useState(false);
  return (
    <div className="grid grid-cols-1 gap-4 border-t px-5 py-5">
      <div className="grid min-w-0 gap-1.5">
        <p className="font-medium text-sm">{t("Site token")}</p>
        <div className="flex flex-wrap gap-2">
          <Copyable value={token} label={t("Copy site token")} className="min-w-0 max-w-lg flex-1" />
          <GatedButton reason={useMissingRoleText("tokens.write")} onClick={() => setRotating(true)}>
            <RefreshCw />
            {t("Rotate")}
          </GatedButton>
        </div>
        {site.old_tokens.map((old) => (
          <p key={old.token} className="text-muted text-sm">
            {rich("<code>{token}</code> ends {when}", {
              token: old.token,
              code: (text) => <code className="break-all font-mono text-xs">{text}</code>,
              when: <When at={old.expires_at} />,
            })}
          </p>
        ))}
      </div>
      <CodeBlock title={t("Your pages")} code={scriptOf(token, link)} />
      <p className="max-w-prose text-muted text-sm">
        {rich(
          "Set <code>data-link</code> to a campaign’s link, which store buttons then use. Call <code2>cairn.identify(userId)</code2> with the ID your app sends, and <code3>cairn.consent(true)</code3> to recognize visitors beyond one tab.",
          {
            code: (text) => <code className="font-mono text-xs">{text}</code>,
            code2: (text) => <code className="font-mono text-xs">{text}</code>,
            code3: (text) => <code className="font-mono text-xs">{text}</code>,
          },
        )}
      </p>
      <RotateDialog path={path} project={project} open={rotating} onOpenChange={setRotating} />
    </div>
  );
}

type RotateDialogProps = {
  path: Path;
  project: number;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

function RotateDialog({ path, project, open, onOpenChange }: RotateDialogProps) {
  const refresh = useRefresh();
  const fields = useSchemaForm(overlapInput, { defaultValues: { overlap_hours: 168 } });
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("Rotate site token")}
      description={t("Creates a new token. Pages send the old one until you change the script on them.")}
      form={fields}
      submit={t("Rotate")}
      onSubmit={async (values) => {
        await mutate("POST", at("/projects/:project/site/token/rotate", { project }), values);
        await refresh(path);
        toast.success(t("New site token created"));
      }}
    >
      <OverlapField
        form={fields}
        label={t("Old token stays valid for")}
        hint={t("After that, visits from pages that still send it are rejected.")}
      />
    </FormDialog>
  );
}
