"use client";

import { CircleAlert, Route } from "lucide-react";
import { LinkTestResult } from "@/app/(dashboard)/debugger/link-check/answer";
import { LinkTestForm } from "@/app/(dashboard)/debugger/link-check/question";
import { useLinkTest } from "@/app/(dashboard)/debugger/link-check/use-link-test";
import { isPossibleVisitor } from "@/app/(dashboard)/debugger/link-check/visitor";
import { ApiError } from "@/app/(dashboard)/shell/api";
import { CardSkeleton } from "@/app/(dashboard)/shell/page-skeleton";
import { useProject } from "@/app/(dashboard)/shell/session";
import { EmptyState } from "@/components/empty-state";
import { PageHeader } from "@/components/page-header";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { urlChoice, urlText, useUrlState } from "@/components/use-url-state";
import { t } from "@/lib/base/languages/texts";
import { type LinkTestInput, testerBrowsers, testerDevices } from "@/lib/traffic/tester/schema";

const isLanguage = (text: string) => /^[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*$/.test(text);

/** Missing choices are empty in the address. */
const textsOf = (patch: Partial<LinkTestInput>) =>
  Object.fromEntries(Object.entries(patch).map(([name, value]) => [name, value ?? ""]));

const codecs = {
  link: urlText(),
  device: urlChoice(testerDevices, "iphone"),
  browser: urlChoice(testerBrowsers, "standard"),
  country: urlText(),
  language: urlText(),
  variant: urlText(),
};

export default function LinkCheck() {
  const { id } = useProject();
  const [address, setAddress] = useUrlState(codecs);
  const { link, device } = address;
  const input: LinkTestInput = {
    link,
    device,
    browser: isPossibleVisitor(device, address.browser) ? address.browser : "standard",
    country: /^[A-Z]{2}$/.test(address.country) ? address.country : null,
    language: isLanguage(address.language) ? address.language : null,
    variant: address.variant.slice(0, 40) || null,
  };
  const { data, error, refetch, isFetching, isPlaceholderData } = useLinkTest(id, input);
  const refused = error instanceof ApiError ? error.fields.link : undefined;
  return (
    <>
      <PageHeader
        title={t("Link check")}
        description={t("See a link's destination on any device, and why. Tests aren't recorded.")}
      />
      <LinkTestForm
        input={input}
        error={refused}
        busy={isFetching}
        onChange={(patch) => {
          setAddress(textsOf(patch));
          if (patch.link === link && link !== "") void refetch();
        }}
      />
      {data && !error ? (
        <LinkTestResult
          test={data}
          dimmed={isPlaceholderData}
          onVariant={(variant) => setAddress({ variant })}
        />
      ) : error && !refused ? (
        <Card>
          <EmptyState
            icon={CircleAlert}
            title={t("Couldn't test this link")}
            actions={<Button onClick={() => void refetch()}>{t("Try again")}</Button>}
          >
            {error.message}
          </EmptyState>
        </Card>
      ) : isFetching ? (
        <CardSkeleton className="h-96" />
      ) : (
        <Card>
          <EmptyState icon={Route} title={t("Paste a link or pick a campaign")}>
            {t("You'll see every destination checked, the one used, and what a click records.")}
          </EmptyState>
        </Card>
      )}
    </>
  );
}
