"use client";

import { toast } from "sonner";
import {
  type AppLinksForm,
  type AppLinksValues,
  appLinksValues,
} from "@/app/(dashboard)/settings/app-links/app-links-form";
import { AndroidApps, IosApps } from "@/app/(dashboard)/settings/app-links/apps";
import { InTheApp } from "@/app/(dashboard)/settings/app-links/in-the-app";
import { ServedFiles } from "@/app/(dashboard)/settings/app-links/served-files";
import { type ApiAddress, at, child, mutate } from "@/app/(dashboard)/shell/api";
import { useGet, useRefresh } from "@/app/(dashboard)/shell/data";
import { NotLoaded } from "@/app/(dashboard)/shell/page-skeleton";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";
import { Form, FormError, SubmitButton, useSchemaForm } from "@/components/fields/form";
import { PageHeader } from "@/components/page-header";
import { Card, CardBody, CardFooter } from "@/components/ui/card";
import { t } from "@/lib/base/languages/texts";
import type { AppSettings } from "@/lib/campaigns/app-links/schema";
import type { Domains } from "@/lib/projects/domains/schema";

export default function AppLinksPage() {
  const project = at("/projects/:project", { project: useProject().id });
  const settings = useGet(child(project, "/app-settings"));
  const domains = useGet(child(project, "/domains"));
  const retry = () => Promise.all([settings.refetch(), domains.refetch()]);
  return (
    <>
      <PageHeader
        title={t("App links")}
        description={t(
          "Open links straight in your app, with no browser in between. The link's domain and the app must name each other.",
        )}
      />
      {settings.data && domains.data ? (
        <Settings
          path={child(project, "/app-settings")}
          settings={settings.data}
          domains={domains.data.domains}
        />
      ) : (
        <NotLoaded error={settings.error ?? domains.error} retry={retry} className="h-110" />
      )}
    </>
  );
}

const valuesOf = (settings: AppSettings): AppLinksValues => ({
  ios_apps: settings.ios_apps,
  android_apps: settings.android_apps,
  apple_app_site_association: settings.apple_app_site_association,
  assetlinks: settings.assetlinks,
});

type SettingsProps = {
  path: ApiAddress<"/projects/:project/app-settings">;
  settings: AppSettings;
  domains: Domains["domains"];
};

function Settings({ path, settings, domains }: SettingsProps) {
  const refresh = useRefresh();
  const reason = useMissingRoleText("project.write");
  // The form is saved as a whole, so another member's changes must not be merged into it. Hence it has no `values`.
  const form: AppLinksForm = useSchemaForm(appLinksValues, { defaultValues: valuesOf(settings) });
  return (
    <>
      <Card>
        <Form
          form={form}
          lacking={reason}
          onSubmit={async (values) => {
            const saved = await mutate("PUT", path, values);
            form.reset(valuesOf(saved));
            await refresh(path);
            toast.success(t("App links saved"));
          }}
        >
          <FormError className="m-5 mb-1" />
          <CardBody className="grid grid-cols-1 divide-y px-0 pt-0 pb-0">
            <IosApps form={form} />
            <AndroidApps form={form} />
          </CardBody>
          <CardFooter>
            <span>{t("Changes are served within a second. Phones fetch the files about once a day.")}</span>
            <SubmitButton>{t("Save app links")}</SubmitButton>
          </CardFooter>
        </Form>
      </Card>
      <ServedFiles form={form} served={settings.served} domains={domains} />
      <InTheApp form={form} domains={domains} />
    </>
  );
}
