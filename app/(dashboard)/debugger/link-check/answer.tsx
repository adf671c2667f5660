import { AppWindow, CircleAlert, CornerDownRight, QrCode } from "lucide-react";
import { ClickWarnings } from "@/app/(dashboard)/shell/facts/click-warnings";
import { useProject } from "@/app/(dashboard)/shell/session";
import { cn } from "@/components/cn";
import { Select } from "@/components/fields/select";
import { IntentLink } from "@/components/intent-link";
import { rich } from "@/components/rich";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { Copyable } from "@/components/ui/copy-button";
import { t } from "@/lib/base/languages/texts";
import { networkLabel } from "@/lib/campaigns/networks";
import type { LinkTest } from "@/lib/traffic/tester/schema";
import { Chain } from "./chain";
import { OnPhone } from "./on-phone";
import { hasEnded, linkTestHeadline } from "./redirect-reasons";
import { TestClick } from "./test-click";
import { TestVisitor, VisitorRows } from "./visitor";

type LinkTestResultProps = { test: LinkTest; dimmed: boolean; onVariant: (name: string) => void };

export function LinkTestResult({ test, dimmed, onVariant }: LinkTestResultProps) {
  const { campaign } = test;
  return (
    <div
      aria-busy={dimmed}
      className={cn(
        "grid grid-cols-1 items-start gap-6 transition-opacity lg:grid-cols-[minmax(0,1fr)_22rem]",
        dimmed && "opacity-60",
      )}
    >
      {campaign ? (
        <div className="empty:hidden lg:col-span-2">
          <ClickWarnings campaign={campaign} />
        </div>
      ) : (
        <Alert
          tone="warning"
          title={t("This link doesn't belong to a campaign in this project")}
          className="lg:col-span-2"
        >
          {t("Visitors go to the project's default destination, and nothing is recorded.")}
        </Alert>
      )}
      <div className="grid grid-cols-1 gap-6">
        <Outcome test={test} onVariant={onVariant} />
        <Chain test={test} />
      </div>
      <div className="grid grid-cols-1 gap-6">
        <TestClick link={test.test_link} />
        {campaign ? <OnPhone key={test.link} test={{ ...test, campaign }} /> : null}
        <Recorded test={test} />
        <TestVisitor test={test} />
      </div>
    </div>
  );
}

const kinds = {
  redirect: { icon: CornerDownRight, word: t("Redirect"), tone: "success" },
  open_app_page: { icon: AppWindow, word: t("Interstitial page"), tone: "accent" },
  get_app_page: { icon: QrCode, word: t("QR code page"), tone: "accent" },
  help_page: { icon: CircleAlert, word: t("No destination"), tone: "warning" },
} as const;

const ended = { icon: CircleAlert, word: t("Ended"), tone: "neutral" } as const;

function Outcome({ test, onVariant }: Pick<LinkTestResultProps, "test" | "onVariant">) {
  const { id } = useProject();
  const { outcome, campaign } = test;
  const over = campaign !== null && hasEnded(campaign);
  const { icon: Icon, word, tone } = over && outcome.kind === "help_page" ? ended : kinds[outcome.kind];
  return (
    <Card aria-label={t("Destination")} aria-live="polite">
      <header className="grid grid-cols-1 gap-2 px-5 pt-4.5 pb-4">
        <p className="flex flex-wrap items-center gap-2 text-muted text-sm">
          <Badge tone={tone}>
            <Icon aria-hidden="true" />
            {word}
          </Badge>
          {campaign === null ? null : campaign.deleted ? (
            <span>
              {rich("of the deleted campaign <code>{display_id}</code>", {
                display_id: campaign.display_id,
                code: (text) => <code className="font-mono text-xs">{text}</code>,
              })}
            </span>
          ) : (
            <span>
              {rich("of the campaign <link>{display_id}</link>", {
                display_id: campaign.display_id,
                link: (text) => (
                  <IntentLink
                    href={`/p/${id}/campaigns/${campaign.id}`}
                    className="rounded-sm font-mono text-ink text-xs underline"
                  >
                    {text}
                  </IntentLink>
                ),
              })}
            </span>
          )}
        </p>
        <h2 className="font-semibold text-lg">{linkTestHeadline(test)}</h2>
        {test.variants.length > 0 ? (
          <div className="flex flex-wrap items-center gap-2 text-muted text-sm">
            {t("Variant")}
            <Select
              aria-label={t("Variant")}
              className="w-auto min-w-32"
              options={test.variants.map(({ name }) => ({ value: name, label: name }))}
              value={test.variants.find(({ chosen }) => chosen)?.name ?? ""}
              onValueChange={onVariant}
            />
          </div>
        ) : null}
        {outcome.app ? <Address label={t("Opens the app with")} value={outcome.app} /> : null}
        {outcome.url ? (
          <Address label={outcome.app ? t("Otherwise redirects to") : t("Leads to")} value={outcome.url} />
        ) : null}
      </header>
      <CardBody className="border-t bg-sunken pt-4">
        <h3 className="mb-2 font-medium text-sm">{t("Why")}</h3>
        <ol className="grid list-decimal grid-cols-1 gap-1.5 ps-5 text-muted text-sm marker:text-faint">
          {outcome.why.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ol>
      </CardBody>
    </Card>
  );
}

function Address({ label, value }: { label: string; value: string }) {
  return (
    <div className="grid grid-cols-1 gap-1">
      <p className="text-muted text-xs">{label}</p>
      <Copyable value={value} label={t("Copy URL")} className="w-full" />
    </div>
  );
}

/** A name, with the ID if both are known. */
const named = (name: string | null, id: string | null) =>
  name !== null && id !== null ? `${name} (${id})` : (name ?? id);

/** The text of a warning such as `macro_unreplaced:ad_id`. */
function warningText(warning: string): string {
  const [kind = "", parameter = ""] = warning.split(/:(.*)/s);
  if (kind !== "macro_unreplaced") return warning;
  return t(
    "{parameter} still contains a macro placeholder that the ad platform should fill in. It's recorded as empty.",
    { parameter },
  );
}

function Recorded({ test }: { test: LinkTest }) {
  const { recorded } = test;
  return (
    <Card aria-label={t("What a click records")}>
      <CardHeader
        title={t("What a click records")}
        actions={
          recorded ? (
            <Badge tone={recorded.counted ? "success" : "warning"}>
              {recorded.counted ? t("Counted") : t("Logged, not counted")}
            </Badge>
          ) : null
        }
      />
      <CardBody className="grid grid-cols-1 gap-4">
        {recorded ? (
          <>
            <VisitorRows
              rows={[
                [t("Network"), recorded.network && networkLabel(recorded.network)],
                [t("Ad set"), named(recorded.ad_set_name, recorded.ad_set_id)],
                [t("Creative"), named(recorded.creative_name, recorded.creative_id)],
                [t("Keyword"), named(recorded.keyword_name, recorded.keyword_id)],
                [t("Publisher"), recorded.publisher_id],
                [t("Advertising ID"), recorded.advertising_id],
                [t("Passed to the app"), recorded.deeplink],
              ]}
            />
            {recorded.warnings.length > 0 ? (
              <ul className="grid gap-1.5 rounded-lg border border-warning/25 bg-warning-soft px-3.5 py-3 text-sm">
                {recorded.warnings.map((warning) => (
                  <li key={warning} className="break-words">
                    {warningText(warning)}
                  </li>
                ))}
              </ul>
            ) : null}
          </>
        ) : (
          <p className="text-muted text-sm">{t("Nothing")}</p>
        )}
      </CardBody>
    </Card>
  );
}
