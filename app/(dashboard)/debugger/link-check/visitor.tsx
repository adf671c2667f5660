import { languages, listedCountries } from "@/app/(dashboard)/shell/country-options";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { t } from "@/lib/base/languages/texts";
import { platformNames } from "@/lib/base/text/platform-names";
import { type LinkTest, testerBrowsers, testerDevices } from "@/lib/traffic/tester/schema";
import { type TesterBrowser, type TesterDevice, userAgentOf } from "@/lib/traffic/tester/user-agents";

export function TestVisitor({ test }: { test: LinkTest }) {
  const { visitor } = test;
  return (
    <Card aria-label={t("Visitor")}>
      <CardHeader title={t("Visitor")} />
      <CardBody className="grid grid-cols-1 gap-4">
        <VisitorRows
          rows={[
            [t("Platform"), platformNames[visitor.platform] ?? visitor.platform],
            ["OS", visitor.os && [visitor.os, visitor.os_version].filter(Boolean).join(" ")],
            [t("Model"), visitor.model],
            [t("Browser"), visitor.browser],
            [t("In-app browser"), visitor.in_app],
            [t("Country"), visitor.country],
            [t("Language"), visitor.language],
          ]}
        />
        <div className="grid grid-cols-1 gap-1">
          <p className="flex items-center justify-between text-muted text-sm">
            {t("User agent")}
            <CopyButton value={visitor.user_agent} label={t("Copy user agent")} />
          </p>
          <code className="break-words font-mono text-muted text-xs">{visitor.user_agent}</code>
        </div>
      </CardBody>
    </Card>
  );
}

const devices: Record<TesterDevice, string> = {
  iphone: "iPhone",
  ipad: "iPad",
  android_phone: t("Android phone"),
  android_tablet: t("Android tablet"),
  mac: t("Mac"),
  windows: t("Windows"),
  linux: t("Linux"),
};

export const deviceOptions = testerDevices.map((value) => ({ value, label: devices[value] }));

const browsers: Record<Exclude<TesterBrowser, "standard">, string> = {
  chrome: t("Chrome"),
  firefox: t("Firefox"),
  samsung: t("Samsung Internet"),
  edge: t("Edge"),
  instagram: t("Inside Instagram"),
  facebook: t("Inside Facebook"),
  tiktok: t("Inside TikTok"),
  snapchat: t("Inside Snapchat"),
  linkedin: t("Inside LinkedIn"),
  x: t("Inside X"),
  pinterest: t("Inside Pinterest"),
};

const defaultBrowser = (device: TesterDevice) =>
  ["iphone", "ipad", "mac"].includes(device) ? t("Safari") : t("Chrome");

/** A device does not have a browser whose user agent equals its standard one. */
export const isPossibleVisitor = (device: TesterDevice, browser: TesterBrowser) =>
  browser === "standard" || userAgentOf(device, browser) !== userAgentOf(device, "standard");

export const browserOptions = (device: TesterDevice) =>
  testerBrowsers
    .filter((browser) => isPossibleVisitor(device, browser))
    .map((value) => ({ value, label: value === "standard" ? defaultBrowser(device) : browsers[value] }));

export const anyCountry = "any";

export const countryOptions = [{ value: anyCountry, label: t("Any country") }, ...listedCountries];

export const anyLanguage = "any";

export const languageOptions = [{ value: anyLanguage, label: t("Any language") }, ...languages];

/** Names and values; a missing value is shown as a dash. */
export function VisitorRows({ rows }: { rows: [name: string, value: string | null][] }) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-2 text-sm">
      {rows.map(([name, value]) => (
        <div key={name} className="col-span-2 grid grid-cols-subgrid items-baseline">
          <dt className="text-muted">{name}</dt>
          <dd className="break-words text-end">{value ?? <span className="text-faint">–</span>}</dd>
        </div>
      ))}
    </dl>
  );
}
