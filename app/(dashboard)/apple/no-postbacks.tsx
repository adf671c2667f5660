import { Smartphone } from "lucide-react";
import { useProject } from "@/app/(dashboard)/shell/session";
import { EmptyState } from "@/components/empty-state";
import { IntentLink } from "@/components/intent-link";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { t } from "@/lib/base/languages/texts";

export function NoPostbacks() {
  const { id } = useProject();
  return (
    <Card>
      <EmptyState
        icon={Smartphone}
        title={t("No postbacks yet")}
        actions={
          <Button asChild variant="primary">
            <IntentLink href={`/p/${id}/ios/setup`}>{t("Set it up")}</IntentLink>
          </Button>
        }
      >
        {t(
          "Apple sends a copy of each winning postback to your app's domain. Add two keys to the app's Info.plist, and proxy two paths of the domain to this server. The first copy arrives three to four days after an install; a developer's own within minutes.",
        )}
      </EmptyState>
    </Card>
  );
}
