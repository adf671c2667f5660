"use client";

import { Plus } from "lucide-react";
import { useState } from "react";
import { at, mutate } from "@/app/(dashboard)/shell/api";
import { useGet, useRefresh } from "@/app/(dashboard)/shell/data";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";
import { SecretReveal } from "@/components/dialogs/secret-reveal";
import { IntentLink } from "@/components/intent-link";
import { rich } from "@/components/rich";
import { Table, TableCell, TableHead, TableRow } from "@/components/table/table";
import { Card, CardBody, CardFooter, CardHeader } from "@/components/ui/card";
import { GatedButton } from "@/components/ui/gated";
import { t } from "@/lib/base/languages/texts";
import { adRevenueCallback, callbackTemplates, callbackUrl } from "@/lib/facts/ad-revenue/callback-schema";

const template = callbackTemplates.max;

const parameters = Object.entries(adRevenueCallback.shape).map(([name, schema]) => ({
  name,
  macro: template.query[name] ?? "–",
  meaning: schema.meta()?.description ?? "",
}));

/** The URL for a mediation's callbacks. Its key is a server key that may do nothing else. */
export function CallbackCard() {
  const { id, moved_to: movedTo } = useProject();
  const path = at("/projects/:project/server-keys", { project: id });
  const { data } = useGet(path);
  const refresh = useRefresh();
  const reason = useMissingRoleText("server-keys.write");
  const [url, setUrl] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const active = data?.server_keys.filter(
    ({ scopes, state }) => scopes.includes("ad_revenue") && (state === "active" || state === "replaced"),
  );
  async function create() {
    setIsBusy(true);
    try {
      const { key } = await mutate("POST", path, {
        name: t("{label} callbacks", { label: template.label }),
        scopes: ["ad_revenue"],
      });
      await refresh(path);
      setUrl(callbackUrl(movedTo ?? location.origin, key, template));
    } finally {
      setIsBusy(false);
    }
  }
  return (
    <Card>
      <CardHeader
        title={t("Callbacks")}
        description={t(
          "A mediation calls this URL for each impression and fills in its macros. Anyone with the URL can report ad revenue, so treat it like a password.",
        )}
        actions={
          <GatedButton reason={reason} variant="primary" disabled={isBusy} onClick={() => void create()}>
            <Plus />
            {t("Create URL")}
          </GatedButton>
        }
      />
      <CardBody className="grid grid-cols-1 gap-4">
        <p className="text-muted text-sm">{template.note}</p>
        <div className="overflow-x-auto rounded-lg border">
          <Table aria-label={t("Parameters of the URL")}>
            <thead>
              <tr>
                <TableHead>{t("Parameter")}</TableHead>
                <TableHead>{template.label}</TableHead>
                <TableHead>{t("Meaning")}</TableHead>
              </tr>
            </thead>
            <tbody>
              {parameters.map(({ name, macro, meaning }) => (
                <TableRow key={name}>
                  <TableCell className="font-mono text-xs">{name}</TableCell>
                  <TableCell className="font-mono text-xs">{macro}</TableCell>
                  <TableCell className="min-w-64 whitespace-normal text-muted">
                    {meaning.replaceAll("`", "")}
                  </TableCell>
                </TableRow>
              ))}
            </tbody>
          </Table>
        </div>
        <p className="text-muted text-sm">
          {t(
            "AdMob has no callback for revenue: its server-side verification reports only that a user earned a reward. Report AdMob's paid events from the app.",
          )}
        </p>
      </CardBody>
      <CardFooter>
        <span>
          {rich("{active} Rotate or revoke a URL's key under <link>Keys</link>.", {
            active:
              active === undefined
                ? " "
                : active.length === 0
                  ? t("No URL is in use.")
                  : t("{active, plural, one {# URL is} other {# URLs are}} in use.", {
                      active: active.length,
                    }),
            link: (text) => (
              <IntentLink className="underline" href={`/p/${id}/developers/keys`}>
                {text}
              </IntentLink>
            ),
          })}
        </span>
      </CardFooter>
      <SecretReveal
        secret={url}
        title={t("Callback URL")}
        description={t(
          "Copy it now: only the hash of its key is stored, so it can't be shown again. Replace the macros if your mediation has other ones.",
        )}
        label={t("Copy URL")}
        onDone={() => setUrl(null)}
      />
    </Card>
  );
}
