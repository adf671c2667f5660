import type { ReactNode } from "react";
import { CampaignCell, FactRows } from "@/app/(dashboard)/shell/facts/fact-cells";
import { useProject } from "@/app/(dashboard)/shell/session";
import { exactTime, numberFormat } from "@/components/format";
import { Alert } from "@/components/ui/alert";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { conversionTypeNames } from "@/lib/apple/postbacks/postback";
import type { OneApplePostback } from "@/lib/apple/postbacks/setup-schema";
import { countryName } from "@/lib/base/text/country-name";
import { conversionRuleText, postbackWindowName } from "./labels";

const code = (text: string | null): ReactNode =>
  text === null || text === "" ? null : <code className="break-all font-mono text-xs">{text}</code>;

/** The fields that Apple signs, the other fields, and the meaning of the value. */
export function PostbackFacts({ data }: { data: OneApplePostback }) {
  return (
    <div className="grid grid-cols-1 gap-6">
      {data.why ? (
        <Alert tone="danger" title="Not verified">
          {data.why} It counts nowhere.
        </Alert>
      ) : data.is_test ? (
        <Alert tone="warning" title="Created on a developer's device">
          It counts nowhere.
        </Alert>
      ) : !data.is_first ? (
        <Alert tone="warning" title="Another copy came first">
          The same postback with other unsigned values. This one isn't counted.
        </Alert>
      ) : data.signed.did_win ? null : (
        <Alert tone="info" title="Another ad won">
          Apple counted the install for another network. This one isn't counted.
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
          <CardHeader title="Signed by Apple" description="Covered by Apple's signature." />
        ) : (
          <CardHeader title="Not verified" description="Not covered by Apple's signature." />
        )}
        <CardBody>
          <FactRows
            rows={[
              ["Conversion", conversionTypeNames[signed.conversion_type]],
              ["Window", postbackWindowName(signed.sequence)],
              [
                "Network",
                `${signed.network}${signed.network === signed.network_id ? "" : ` (${signed.network_id})`}`,
              ],
              ["Source", code(signed.source_identifier)],
              [
                "Campaign",
                data.campaign && (
                  <CampaignCell key="campaign" base={`/p/${project}`} campaign={data.campaign} />
                ),
              ],
              ["App", code(signed.app_id)],
              ["Shown in app", code(signed.publisher_app_id)],
              ["Shown on site", code(signed.source_domain)],
              ["Marketplace", code(signed.marketplace)],
              ["Won", signed.did_win ? "Yes" : "No"],
              ["Version", code(signed.version)],
              ["Key", code(data.kid)],
              ["Postback ID", code(signed.postback_id)],
            ]}
          />
        </CardBody>
      </Card>
      <Card>
        <CardHeader title="Not signed" description="Sent by the device. Not covered by Apple's signature." />
        <CardBody>
          <FactRows
            rows={[
              ["Fine value", unsigned.fine === null ? null : String(unsigned.fine)],
              ["Coarse value", unsigned.coarse],
              [
                "No value",
                unsigned.fine === null && unsigned.coarse === null ? "Too few installs for a value" : null,
              ],
              ["Country", unsigned.country && (countryName(unsigned.country) ?? unsigned.country)],
              [
                "Ad was",
                unsigned.interaction === null
                  ? null
                  : unsigned.interaction === "click"
                    ? "clicked"
                    : "viewed",
              ],
            ]}
          />
        </CardBody>
      </Card>
      <Card>
        <CardHeader title="Meaning" description="By the conversion schema at the time of the install." />
        <CardBody>
          <FactRows
            rows={[
              ["Began about", `${at(began.from)} to ${at(began.until)}`],
              ...data.decoded.map(({ version, ...one }): [string, ReactNode] => [
                version === 0 ? "No schema" : `Version ${version}`,
                meaningOf(one, currency),
              ]),
              ["Imported by", data.source],
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
  if (is === "none") return "Apple sent no value.";
  if (is === "unknown") return "No rule gives this value.";
  const money = (major: number) => numberFormat({ style: "currency", currency }).format(major);
  const text = rules.map((rule) => conversionRuleText(rule, money)).join(", or ");
  if (!revenue) return text;
  return revenue.high === null
    ? `${text}. Revenue of at least ${money(revenue.low)}.`
    : `${text}. Revenue from ${money(revenue.low)} to ${money(revenue.high)}.`;
}
