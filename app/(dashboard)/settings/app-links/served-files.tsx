import { ExternalLink } from "lucide-react";
import { useWatch } from "react-hook-form";
import { useProject } from "@/app/(dashboard)/shell/session";
import { IntentLink } from "@/components/intent-link";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { CodeBlock } from "@/components/ui/code-block";
import { CopyButton } from "@/components/ui/copy-button";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import { t } from "@/lib/base/languages/texts";
import { isLocalHost } from "@/lib/base/web/hosts";
import type { LinkFile } from "@/lib/campaigns/app-links/rules";
import type { AppSettings } from "@/lib/campaigns/app-links/schema";
import type { Domain } from "@/lib/projects/domains/schema";
import type { AppLinksForm, AppLinksValues } from "./app-links-form";
import { appLinksFileText, indentedJson } from "./app-links-form";

const files: { file: LinkFile; saved: keyof AppSettings["served"]; who: string }[] = [
  { file: "apple-app-site-association", saved: "apple_app_site_association", who: "iPhones" },
  { file: "assetlinks.json", saved: "assetlinks", who: t("Android phones") },
];

type ServedFilesProps = { form: AppLinksForm; served: AppSettings["served"]; domains: Domain[] };

/** The current files, or the files after the form is saved. */
export function ServedFiles({ form, served, domains }: ServedFilesProps) {
  const values = useWatch({ control: form.control }) as AppLinksValues;
  const { id } = useProject();
  return (
    <Card>
      <CardHeader
        title={t("Served files")}
        description={t("The same on every domain, as application/json without redirects.")}
        actions={
          <Button asChild size="sm">
            <IntentLink href={`/p/${id}/settings/links`}>{t("Check domains")}</IntentLink>
          </Button>
        }
      />
      <CardBody>
        <Tabs defaultValue={files[0]!.file}>
          <TabsList aria-label={t("Files")}>
            {files.map(({ file }) => (
              <TabsTrigger key={file} value={file}>
                <span className="font-mono text-xs">{file}</span>
              </TabsTrigger>
            ))}
          </TabsList>
          {files.map(({ file, saved, who }) => (
            <TabsContent key={file} value={file} className="grid grid-cols-1 gap-4">
              <Content file={file} who={who} typed={appLinksFileText(file, values)} saved={served[saved]} />
              <Addresses file={file} domains={domains} />
            </TabsContent>
          ))}
        </Tabs>
      </CardBody>
    </Card>
  );
}

type ContentProps = { file: LinkFile; who: string; typed: string | null | undefined; saved: string | null };

function Content({ file, who, typed, saved }: ContentProps) {
  const text = typed === undefined ? saved : typed;
  const isSaved = text === saved;
  return (
    <div className="grid grid-cols-1 gap-2.5">
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-muted text-sm" aria-live="polite">
        <Badge tone={isSaved ? (text === null ? "neutral" : "success") : "accent"} dot>
          {isSaved ? t("Served now") : t("Served after saving")}
        </Badge>
        {typed === undefined ? t("Complete the fields above first.") : null}
      </p>
      {text === null ? (
        <p className="rounded-lg border border-dashed px-4 py-6 text-center text-muted text-sm">
          {t("No file: the URLs return 404, and links on {who} open in a browser.", { who })}
        </p>
      ) : (
        <CodeBlock title={file} code={indentedJson(text)} />
      )}
    </div>
  );
}

function Addresses({ file, domains }: { file: LinkFile; domains: Domain[] }) {
  return (
    <ul aria-label={t("URLs of {file}", { file })} className="grid grid-cols-1 divide-y rounded-lg border">
      {domains.map((domain) => {
        const address = `${domain.link_base}/.well-known/${file}`;
        return (
          <li key={domain.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5 pe-1.5 ps-3">
            <code className="min-w-0 flex-1 basis-56 break-all font-mono text-xs">{address}</code>
            {isLocalHost(domain.host) ? (
              <Badge tone="outline">{t("Not reachable by phones")}</Badge>
            ) : domain.verified ? null : (
              <Badge tone="warning">{t("Not verified yet")}</Badge>
            )}
            <span className="flex">
              <CopyButton value={address} label={t("Copy the URL on {host}", { host: domain.host })} />
              <Button
                asChild
                variant="ghost"
                size="icon-sm"
                aria-label={t("Open the file on {host}", { host: domain.host })}
              >
                <a href={address} target="_blank" rel="noreferrer">
                  <ExternalLink className="size-3.5" />
                </a>
              </Button>
            </span>
          </li>
        );
      })}
      {domains.length === 0 ? (
        <li className="px-4 py-6 text-center text-muted text-sm">{t("The project has no domains.")}</li>
      ) : null}
    </ul>
  );
}
