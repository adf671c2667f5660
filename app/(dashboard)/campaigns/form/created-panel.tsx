"use client";

import { QrCode, Route } from "lucide-react";
import type { ReactNode } from "react";
import type { CampaignsAddress } from "@/app/(dashboard)/campaigns/table-address";
import { child, urlOf, withQuery } from "@/app/(dashboard)/shell/api";
import { useProject } from "@/app/(dashboard)/shell/session";
import { SheetBody, SheetFooter } from "@/components/dialogs/sheet";
import { IntentLink } from "@/components/intent-link";
import { rich } from "@/components/rich";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Copyable, CopyButton } from "@/components/ui/copy-button";
import { t } from "@/lib/base/languages/texts";
import type { Campaign } from "@/lib/campaigns/table/schema";
import { networkLinkOf } from "./campaign-links";
import { SocialCard } from "./social-card";

type CreatedPanelProps = {
  path: CampaignsAddress;
  campaign: Campaign;
  onQr: () => void;
  onAnother: () => void;
  onDone: () => void;
};

/** The new campaign's link, to copy, scan, preview and test. */
export function CreatedPanel({ path, campaign, onQr, onAnother, onDone }: CreatedPanelProps) {
  const project = useProject();
  const { link, shareable_link: short, name } = campaign;
  const screens = `/p/${project.id}`;
  const shared = campaign.is_shortlink ? short || link : link;
  const ofNetwork = networkLinkOf(campaign);
  return (
    <>
      <SheetBody className="grid grid-cols-1 content-start gap-6">
        <div role="status" className="text-muted text-sm wrap-anywhere">
          <p className="line-clamp-3">{t("“{name}” is ready.", { name })}</p>
          {shared ? <p>{t("Share its link, or test it first.")}</p> : null}
        </div>
        {shared ? (
          <>
            <Part title={t("Link")}>
              <code className="break-all rounded-md border bg-sunken px-2.5 py-2 font-mono text-sm">
                {shared}
              </code>
              <div className="flex flex-wrap gap-2">
                <CopyButton text variant="primary" value={shared} label={t("Copy link")} autoFocus />
                <Button asChild>
                  <IntentLink href={`${screens}/developers/test/links?link=${encodeURIComponent(shared)}`}>
                    <Route />
                    {t("Test it")}
                  </IntentLink>
                </Button>
              </div>
            </Part>
            {ofNetwork ? (
              <Part title={ofNetwork.name}>
                <Copyable
                  value={ofNetwork.value}
                  label={t("Copy: {name}", { name: ofNetwork.name })}
                  className="w-full"
                />
                <p className="text-muted text-xs">
                  {t("Use this link in your ads. Its URL parameters pass the ad set and the ad to Cairn.")}
                </p>
              </Part>
            ) : null}
            {short ? (
              <div className="grid grid-cols-1 gap-6 sm:grid-cols-[auto_minmax(0,1fr)]">
                <Part title="QR code">
                  {/* biome-ignore lint/performance/noImgElement: the drawing comes from the server as it is */}
                  <img
                    src={urlOf(
                      withQuery(child(path, "/:campaign/qr.svg", { campaign: campaign.id }), { size: 256 }),
                    )}
                    alt={t("QR code of {short}", { short })}
                    className="size-36 rounded-lg border bg-white"
                  />
                  <Button className="w-fit" onClick={onQr}>
                    <QrCode />
                    {t("Download…")}
                  </Button>
                </Part>
                <Part title={t("When the short link is shared")}>
                  <SocialCard
                    settings={{
                      title: campaign.social_title,
                      text: campaign.social_text,
                      image: campaign.social_image,
                    }}
                    host={campaign.domain}
                  />
                </Part>
              </div>
            ) : null}
          </>
        ) : (
          <Alert tone="warning" title={t("This campaign has no link yet")}>
            {rich("It gets one once the project has a link domain. <link>Add a domain</link>", {
              link: (text) => (
                <IntentLink className="underline" href={`${screens}/settings/links`}>
                  {text}
                </IntentLink>
              ),
            })}
          </Alert>
        )}
      </SheetBody>
      <SheetFooter className="flex-wrap">
        <Button variant="ghost" className="me-auto" onClick={onAnother}>
          {t("Create another")}
        </Button>
        <Button asChild>
          <IntentLink href={`${screens}/campaigns/${campaign.id}`} onClick={onDone}>
            {t("Open campaign")}
          </IntentLink>
        </Button>
        <Button onClick={onDone}>{t("Done")}</Button>
      </SheetFooter>
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid grid-cols-1 content-start gap-2">
      <h3 className="font-semibold text-sm">{title}</h3>
      {children}
    </section>
  );
}
