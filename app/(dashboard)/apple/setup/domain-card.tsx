import { CircleAlert, CircleCheck } from "lucide-react";
import { useState } from "react";
import { ApiError, at, mutate } from "@/app/(dashboard)/shell/api";
import { useAction } from "@/app/(dashboard)/shell/data";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";
import { Field } from "@/components/fields/field";
import { Input } from "@/components/fields/input";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { CodeBlock } from "@/components/ui/code-block";
import { GatedButton } from "@/components/ui/gated";
import { frameworkNames } from "@/lib/apple/postbacks/postback";
import type { AppleCheck } from "@/lib/apple/postbacks/setup-schema";
import { t } from "@/lib/base/languages/texts";
import type { CardProps } from "./draft";
import { infoPlist, proxySnippets } from "./snippets";

/** The domain in the app's Info.plist, with a check that it leads here and instructions to set it up. */
export function AppleDomainCard({
  draft,
  problems,
  disabled,
  onChange,
  likely,
}: CardProps & { likely: string | null }) {
  const project = useProject().id;
  const lacking = useMissingRoleText("conversions.write");
  const [checked, setChecked] = useState<AppleCheck | null>(null);
  const named = draft.domain.trim().toLowerCase() || likely;
  const reason = lacking ?? (named === null ? t("Enter your domain first") : undefined);
  const domain = named ?? "example.com";
  const [problem, setProblem] = useState<string>();
  const check = useAction(async () => {
    setProblem(undefined);
    setChecked(null);
    try {
      setChecked(
        await mutate("POST", at("/projects/:project/apple-postbacks/check", { project }), { domain }),
      );
    } catch (error) {
      if (error instanceof ApiError && error.fields?.domain) setProblem(error.fields.domain);
      throw error;
    }
  });
  return (
    <Card>
      <CardHeader
        title={t("Your domain")}
        description={t(
          "Apple uses the registrable domain only, such as example.com, without subdomains, and adds its own path.",
        )}
      />
      <CardBody className="grid grid-cols-1 gap-5">
        <div className="flex flex-wrap items-start gap-3">
          <Field
            label={t("Domain in your app's Info.plist")}
            hint={
              likely === null
                ? t("Your website's domain, without www.")
                : t("If empty: {likely}, as your links suggest.", { likely })
            }
            error={problems.domain ?? problem}
            className="w-full max-w-sm"
          >
            {(control) => (
              <Input
                {...control}
                value={draft.domain}
                placeholder={likely ?? "example.com"}
                disabled={disabled}
                autoCapitalize="none"
                spellCheck={false}
                onChange={(event) => {
                  setProblem(undefined);
                  onChange({ domain: event.target.value });
                }}
              />
            )}
          </Field>
          <GatedButton
            reason={reason}
            className="sm:mt-6.5"
            disabled={check.isPending}
            onClick={() => check.mutate()}
          >
            {check.isPending ? t("Checking…") : t("Check from outside")}
          </GatedButton>
        </div>
        <div aria-live="polite">{checked ? <Checked check={checked} /> : null}</div>
        <div className="grid grid-cols-1 gap-2">
          <h3 className="font-medium text-sm">{t("1. In the app's Info.plist")}</h3>
          <CodeBlock title="Info.plist" code={infoPlist(domain)} />
        </div>
        <div className="grid grid-cols-1 gap-2">
          <h3 className="font-medium text-sm">{t("2. On the server at {domain}", { domain })}</h3>
          <p className="text-muted text-sm">
            {t(
              "Forward two paths to this server, without a redirect. If {domain} already points here, this is done.",
              { domain },
            )}
          </p>
          <CodeBlock samples={proxySnippets(domain, window.location.origin)} />
        </div>
      </CardBody>
    </Card>
  );
}

function Checked({ check }: { check: AppleCheck }) {
  return (
    <ul
      className="grid divide-y rounded-lg border"
      aria-label={t("Checks of {domain}", { domain: check.domain })}
    >
      {check.paths.map(({ framework, url, is_ok, text, remedy }) => (
        <li key={framework} className="flex gap-3 px-4 py-3 text-sm">
          {is_ok ? (
            <CircleCheck className="mt-0.5 size-4 shrink-0 text-success" aria-hidden="true" />
          ) : (
            <CircleAlert className="mt-0.5 size-4 shrink-0 text-danger" aria-hidden="true" />
          )}
          <div className="grid min-w-0 gap-0.5">
            <p>
              <span className="font-medium">{frameworkNames[framework]}.</span> {text}
            </p>
            {remedy ? <p className="text-muted">{remedy}</p> : null}
            <code className="break-all font-mono text-faint text-xs">{url}</code>
          </div>
        </li>
      ))}
    </ul>
  );
}
