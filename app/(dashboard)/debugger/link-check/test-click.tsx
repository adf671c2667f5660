import { ExternalLink } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { t } from "@/lib/base/languages/texts";

/** A test click is stored and excluded from all figures. */
export function TestClick({ link }: { link: string | null }) {
  return (
    <Card aria-label={t("Create a test click")}>
      <CardHeader title={t("Create a test click")} />
      <CardBody className="grid grid-cols-1 gap-3.5">
        {link === null ? (
          <p className="text-muted text-sm">{t("Test clicks only work for active campaigns.")}</p>
        ) : (
          <>
            <p className="text-muted text-sm">
              {t(
                "Follows the link for real, from this browser and as this device. The click is logged as a test and not counted. The test link works for a day.",
              )}
            </p>
            <div className="flex flex-wrap gap-2">
              <Button asChild variant="primary">
                <a href={link} target="_blank" rel="noreferrer">
                  <ExternalLink />
                  {t("Create a test click")}
                </a>
              </Button>
              <CopyButton value={link} label={t("Copy test link")} text />
            </div>
          </>
        )}
      </CardBody>
    </Card>
  );
}
