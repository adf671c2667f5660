import { useProject } from "@/app/(dashboard)/shell/session";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { CodeBlock } from "@/components/ui/code-block";
import { t } from "@/lib/base/languages/texts";
import { type SheetField, sheetFields } from "@/lib/campaigns/sheet/fields";

const sample =
  "Name,Network,Tags,Website\nSummer sale Instagram,Meta,summer;video,https://example.com/summer\nSummer sale search,Google,summer,https://example.com/summer\nInfluencers in July,,summer;influencer,https://example.com/july";

const meanings: Record<SheetField, string> = {
  name: t("Required. How the campaign is called in lists and reports."),
  custom_display_id: t("The end of the short link. Leave blank for a random one."),
  template: t("The name of a saved template. Its settings fill blank cells of the row."),
  network: t("Meta, Google, TikTok and so on."),
  network_campaign_id: t("The campaign’s ID at the ad network, which assigns its spend."),
  affiliate: t("The name of an affiliate in this project."),
  tags: t("Several with semicolons between them."),
  domain: t("A verified domain of this project. Leave blank for the primary one."),
  deeplink: t("The in-app screen to open."),
  link_for_desktop_users: t("The destination of desktop visitors."),
  ios_web_redirect: t("A web page for iPhones instead of the App Store."),
  android_web_redirect: t("A web page for Android phones instead of Google Play."),
  starts_at: t("A day, or a day and a time."),
  ends_at: t("A day, which then counts in full, or a day and a time."),
  click_limit: t("The campaign ends after this many clicks."),
  reengagement_days: t("The days after a return in which events and payments count for the campaign."),
  purpose: t("New users, Retargeting or Both. Leave blank for Both."),
  social_title: t("The headline when the link is shared."),
  social_text: t("The text when the link is shared."),
  social_image: t("The URL of the image when the link is shared."),
};

export function ColumnsGuide() {
  const { time_zone: zone } = useProject();
  return (
    <Card>
      <CardHeader
        title={t("Columns")}
        description={t(
          "The first row names the columns, in any order; only Name is required. Days and times are in {zone}. A plain list of names works, too.",
          { zone },
        )}
      />
      <CardBody className="grid grid-cols-1 gap-5">
        <CodeBlock title={t("Sample")} code={sample} />
        <dl className="grid grid-cols-1 gap-x-8 gap-y-2.5 text-sm md:grid-cols-2">
          {(Object.keys(meanings) as SheetField[]).map((field) => (
            <div key={field} className="grid grid-cols-1 sm:grid-cols-[10rem_minmax(0,1fr)]">
              <dt className="font-medium">{sheetFields[field].label}</dt>
              <dd className="text-muted">{meanings[field]}</dd>
            </div>
          ))}
        </dl>
      </CardBody>
    </Card>
  );
}
