import { CircleAlert } from "lucide-react";
import { EmptyState } from "@/components/empty-state";
import { Button } from "@/components/ui/button";
import { t } from "@/lib/base/languages/texts";

export const ReportNotFound = ({ error, retry }: { error: Error; retry: () => void }) => (
  <EmptyState
    icon={CircleAlert}
    title={t("Couldn't load this")}
    actions={<Button onClick={retry}>{t("Try again")}</Button>}
  >
    {error.message}
  </EmptyState>
);
