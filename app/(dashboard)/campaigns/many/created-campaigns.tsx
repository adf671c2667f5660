import { Download } from "lucide-react";
import type { ResponseOf } from "@/app/(dashboard)/shell/api";
import { useProject } from "@/app/(dashboard)/shell/session";
import { IntentLink } from "@/components/intent-link";
import { saveFile } from "@/components/save-file";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { t } from "@/lib/base/languages/texts";
import { csvTable } from "@/lib/base/text/csv";
import { campaignCountText } from "./sheet-form";

type Made = ResponseOf<"/projects/:project/campaigns/sheet", "POST">;

/** Without a domain, a campaign has no short link, only a link to its deeplink. */
const linkOf = ({ shareable_link: short, link }: Made["created"][number]) => short || link;

/** The new campaigns with their links, to copy or download. */
export function CreatedCampaigns({ created, taken: skipped, left }: Made) {
  const base = `/p/${useProject().id}/campaigns`;
  return (
    <>
      <Alert
        tone="success"
        live
        title={t("{created} created", { created: campaignCountText(created.length) })}
      />
      {skipped.length > 0 ? (
        <Alert
          tone="warning"
          title={t("{skipped} not created", { skipped: campaignCountText(skipped.length) })}
        >
          {t("Someone else used the display ID in the meantime: line {skipped}.", {
            skipped: skipped.join(", "),
          })}
        </Alert>
      ) : null}
      {left.length > 0 ? (
        <Alert tone="warning" title={t("{left} left out", { left: campaignCountText(left.length) })}>
          {t("Their rows had problems: line {left}.", { left: left.join(", ") })}
        </Alert>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <CopyButton text value={created.map(linkOf).join("\n")} label={t("Copy all links")} />
        <Button onClick={() => save(created)}>
          <Download />
          {t("Download CSV")}
        </Button>
        <Button asChild variant="primary">
          <IntentLink href={base}>{t("Back to campaigns")}</IntentLink>
        </Button>
      </div>
      <Card>
        <ul className="divide-y" aria-label={t("New campaigns")}>
          {created.map((campaign) => (
            <li
              key={campaign.id}
              className="grid grid-cols-1 items-center gap-x-4 px-5 py-2 text-sm sm:grid-cols-2"
            >
              <IntentLink href={`${base}/${campaign.id}`} className="break-words font-medium hover:underline">
                {campaign.name}
              </IntentLink>
              <span className="flex min-w-0 items-center justify-between gap-1">
                <code className="truncate font-mono text-muted text-xs">{linkOf(campaign)}</code>
                <CopyButton
                  value={linkOf(campaign)}
                  label={t("Copy the link of {name}", { name: campaign.name })}
                />
              </span>
            </li>
          ))}
        </ul>
      </Card>
    </>
  );
}

const columns = {
  Name: "name",
  "Display ID": "display_id",
  Link: "link",
  "Short link": "shareable_link",
} as const;

function save(created: Made["created"]) {
  // Without the byte order mark, Excel assumes a Windows encoding and garbles every accent.
  const text = `\ufeff${csvTable(columns, created)}`;
  saveFile(new Blob([text], { type: "text/csv;charset=utf-8" }), "new-campaigns.csv");
}
