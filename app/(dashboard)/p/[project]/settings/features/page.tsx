"use client";

import { useProject } from "@/app/(dashboard)/shell/session";
import { isFeatureShown, useFeatures } from "@/app/(dashboard)/shell/use-features";
import { IntentLink } from "@/components/intent-link";
import { PageHeader } from "@/components/page-header";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { t } from "@/lib/base/languages/texts";

const features = [
  {
    feature: "web_to_app",
    label: t("Web to app"),
    path: "web-to-app",
    text: t("Measure how visitors of your website get into your app."),
  },
  {
    feature: "ios",
    label: "iOS",
    path: "ios/setup",
    text: t("Receive Apple's SKAdNetwork and AdAttributionKit postbacks, and set conversion values."),
  },
  {
    feature: "affiliates",
    label: t("Affiliates"),
    path: "settings/affiliates",
    text: t("Assign campaigns to partners and send them postbacks."),
  },
  {
    feature: "billing",
    label: t("Billing"),
    path: "settings/billing",
    text: t("Suspend the project of a client who hasn't paid."),
  },
] as const;

export default function OptionalFeatures() {
  const { id } = useProject();
  const used = useFeatures();
  return (
    <>
      <PageHeader
        title={t("Optional features")}
        description={t("They appear in the menus once the project has data or settings for them.")}
      />
      <Card>
        <ul className="divide-y">
          {features.map(({ feature, label, path, text }) => (
            <li key={feature} className="flex items-center gap-4 px-5 py-3.5 text-sm">
              <div className="grid min-w-0 flex-1 gap-0.5">
                <IntentLink
                  href={`/p/${id}/${path}`}
                  className="w-fit rounded-sm font-medium underline-offset-4 hover:underline"
                >
                  {label}
                </IntentLink>
                <span className="text-muted">{text}</span>
              </div>
              {used ? (
                <Badge tone={isFeatureShown(feature, used) ? "success" : "neutral"} dot>
                  {isFeatureShown(feature, used) ? t("In use") : t("Not used")}
                </Badge>
              ) : null}
            </li>
          ))}
        </ul>
      </Card>
    </>
  );
}
