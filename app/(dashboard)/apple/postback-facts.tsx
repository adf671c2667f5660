import type { ReactNode } from "react";
import { CampaignCell, FactRows } from "@/app/(dashboard)/shell/facts/fact-cells";
import { useProject } from "@/app/(dashboard)/shell/session";
import { exactTime, numberFormat } from "@/components/format";
import { Alert } from "@/components/ui/alert";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { conversionTypeNames } from "@/lib/apple/postbacks/postback";
import type { OneApplePostback } from "@/lib/apple/postbacks/setup-schema";
import { t } from "@/lib/base/languages/texts";
import { countryName } from "@/lib/base/text/country-name";
import { conversionRuleText, postbackWindowName } from "./labels";

const code = (text: string | null): ReactNode =>
  text === null || text === "" ? null : <code className="break-all font-mono text-xs">{text}</code>;

/** The fields that Apple signs, the other fields, and the meaning of the value. */
export function PostbackFacts({ data }: { data: OneApplePostback }) {
  return (
    <div className="grid grid-cols-1 gap-6">
      {data.why ? (
        <Alert tone="danger" title={t("Not verified")}>
          {t("{why} It counts nowhere.", { why: data.why })}
        </Alert>
      ) : data.is_test ? (
        <Alert tone="warning" title={t("Created on a developer's device")}>
          {t("It counts nowhere.")}
        </Alert>
      ) : !data.is_first ? (
        <Alert tone="warning" title={t("Another copy came first")}>
          {t("The same postback with other unsigned values. This one isn't counted.")}
        </Alert>
      ) : data.signed.did_win ? null : (
        <Alert tone="info" title={t("Another ad won")}>
          {t("Apple counted the install for another network. This one isn't counted.")}
        </Alert>
      )}
      {data.verdict === "malformed" ? null : <Read data={data} />}
    </div>
  );
}

function Read({ data }: { data: OneApplePostback }) {
  const { id: project, currency, time_zone: timeZone } = useProject();
  const { signed, unsigned, began } = data;
  const at = (moment: string) => exactTime(new Date(moment), timeZone);
  return (
    <>
      <Card>
        {data.verdict === "verified" ? (
          <CardHeader title={t("Signed by Apple")} description={t("Covered by Apple's signature.")} />
        ) : (
          <CardHeader title={t("Not verified")} description={t("Not covered by Apple's signature.")} />
        )}
        <CardBody>
          <FactRows
            rows={[
              [t("Conversion"), conversionTypeNames[signed.conversion_type]],
              [t("Window"), postbackWindowName(signed.sequence)],
              [
                t("Network"),
                `${signed.network}${signed.network === signed.network_id ? "" : ` (${signed.network_id})`}`,
              ],
              [t("Source"), code(signed.source_identifier)],
              [
                t("Campaign"),
                data.campaign && (
                  <CampaignCell key="campaign" base={`/p/${project}`} campaign={data.campaign} />
                ),
              ],
              [t("App"), code(signed.app_id)],
              [t("Shown in app"), code(signed.publisher_app_id)],
              [t("Shown on site"), code(signed.source_domain)],
              [t("Marketplace"), code(signed.marketplace)],
              [t("Won"), signed.did_win ? t("Yes") : t("No")],
              [t("Version"), code(signed.version)],
              [t("Key"), code(data.kid)],
              [t("Postback ID"), code(signed.postback_id)],
            ]}
          />
        </CardBody>
      </Card>
      <Card>
        <CardHeader
          title={t("Not signed")}
          description={t("Sent by the device. Not covered by Apple's signature.")}
        />
        <CardBody>
          <FactRows
            rows={[
              [t("Fine value"), unsigned.fine === null ? null : String(unsigned.fine)],
              [t("Coarse value"), unsigned.coarse],
              [
                t("No value"),
                unsigned.fine === null && unsigned.coarse === null ? t("Too few installs for a value") : null,
              ],
              [t("Country"), unsigned.country && (countryName(unsigned.country) ?? unsigned.country)],
              [
                t("Ad was"),
                unsigned.interaction === null
                  ? null
                  : unsigned.interaction === "click"
                    ? t("clicked")
                    : t("viewed"),
              ],
            ]}
          />
        </CardBody>
      </Card>
      <Card>
        <CardHeader
          title={t("Meaning")}
          description={t("By the conversion schema at the time of the install.")}
        />
        <CardBody>
          <FactRows
            rows={[
              [t("Began about"), t("{from} to {until}", { from: at(began.from), until: at(began.until) })],
              ...data.decoded.map(({ version, ...one }): [string, ReactNode] => [
                version === 0 ? t("No schema") : t("Version {version}", { version }),
                meaningOf(one, currency),
              ]),
              [t("Imported by"), data.source],
            ]}
          />
        </CardBody>
      </Card>
    </>
  );
}

function meaningOf(
  { is, rules, revenue }: Omit<OneApplePostback["decoded"][number], "version">,
  currency: string,
) {
  if (is === "none") return t("Apple sent no value.");
  if (is === "unknown") return t("No rule gives this value.");
  const money = (major: number) => numberFormat({ style: "currency", currency }).format(major);
  const text = rules.map((rule) => conversionRuleText(rule, money)).join(", or ");
  if (!revenue) return text;
  return revenue.high === null
    ? t("{text}. Revenue of at least {low}.", { text, low: money(revenue.low) })
    : t("{text}. Revenue from {low} to {high}.", {
        text,
        low: money(revenue.low),
        high: money(revenue.high),
      });
}
