import { attributionReasonName, installStates } from "@/app/(dashboard)/shell/facts/install-labels";
import { Badge } from "@/components/ui/badge";
import type { ListedInstall } from "@/lib/activity/lists/installs/schema";
import { ruleName } from "@/lib/attribution/fraud/labels";
import { t } from "@/lib/base/languages/texts";

/** The reason for an install's attribution, with other notable facts about it. */
export const DecisionBadges = ({ install }: { install: ListedInstall }) => (
  <span className="flex flex-wrap gap-1.5">
    {install.state === "DECIDED" ? (
      <Badge tone={install.campaign ? "accent" : "outline"}>
        {attributionReasonName(install.reason ?? "unknown")}
      </Badge>
    ) : (
      <Badge tone={installStates[install.state]?.tone ?? "neutral"} dot>
        {installStates[install.state]?.label ?? install.state}
      </Badge>
    )}
    {install.kind === "REINSTALL" ? <Badge>{t("Reinstall")}</Badge> : null}
    {install.flags.length > 0 ? (
      <Badge tone="danger" title={install.flags.map(ruleName).join(", ")}>
        {t("Suspicious")}
      </Badge>
    ) : null}
    {install.postbacks_withheld ? <Badge tone="outline">{t("Postbacks skipped")}</Badge> : null}
    {install.is_test ? <Badge tone="warning">{t("Test")}</Badge> : null}
  </span>
);
