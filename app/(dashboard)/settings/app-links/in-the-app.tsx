import { useWatch } from "react-hook-form";
import { useProject } from "@/app/(dashboard)/shell/session";
import { IntentLink } from "@/components/intent-link";
import { rich } from "@/components/rich";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { CodeBlock } from "@/components/ui/code-block";
import { t } from "@/lib/base/languages/texts";
import { isLocalHost } from "@/lib/base/web/hosts";
import type { Domain } from "@/lib/projects/domains/schema";
import {
  associatedDomains,
  developmentDomains,
  entitlements,
  intentFilter,
  verifyCommands,
} from "./app-lines";
import type { AppLinksForm } from "./app-links-form";

/** The app's side of the setup: it must name the hosts. */
export function InTheApp({ form, domains }: { form: AppLinksForm; domains: Domain[] }) {
  const { id } = useProject();
  const apps = useWatch({ control: form.control, name: "android_apps" });
  const own = domains.map((domain) => domain.host).filter((host) => !isLocalHost(host));
  const hosts = own.length > 0 ? own : ["links.example.com"];
  return (
    <Card>
      <CardHeader
        title={t("Set up your app")}
        description={t("Add these lines to your app and release it: phones require both sides to match.")}
      />
      <CardBody className="grid grid-cols-1 gap-5">
        {own.length > 0 ? null : (
          <Alert
            tone="warning"
            title={t("This project has no public domain")}
            actions={
              <Button asChild size="sm">
                <IntentLink href={`/p/${id}/settings/links`}>{t("Add a domain")}</IntentLink>
              </Button>
            }
          >
            {rich("The lines below are for <code>links.example.com</code>.", {
              code: (text) => <code className="font-mono text-xs">{text}</code>,
            })}
          </Alert>
        )}
        <div className="grid grid-cols-1 gap-2">
          <h3 className="font-medium text-sm">{t("iOS")}</h3>
          <p className="text-muted text-sm">
            {t("In Xcode: target → Signing & Capabilities → Associated Domains, or the .entitlements file.")}
          </p>
          <CodeBlock
            samples={[
              { label: t("Entitlements"), code: entitlements(hosts) },
              { label: t("Associated Domains"), code: associatedDomains(hosts) },
              { label: t("During development"), code: developmentDomains(hosts) },
            ]}
          />
        </div>
        <div className="grid grid-cols-1 gap-2">
          <h3 className="font-medium text-sm">{t("Android")}</h3>
          <p className="text-muted text-sm">
            {t(
              "Add to the activity that opens links, in AndroidManifest.xml. With a phone connected, use the second tab to check the links.",
            )}
          </p>
          <CodeBlock
            samples={[
              { label: "AndroidManifest.xml", code: intentFilter(hosts) },
              {
                label: t("Check on a phone"),
                code: verifyCommands(apps[0]?.package_name || "com.example.app"),
              },
            ]}
          />
        </div>
      </CardBody>
    </Card>
  );
}
