import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { t } from "@/lib/base/languages/texts";

/** In a card whose data failed to load. */
export const LoadError = ({ error, retry }: { error: Error; retry: () => unknown }) => (
  <Alert
    tone="danger"
    actions={
      <Button size="sm" onClick={() => void retry()}>
        {t("Try again")}
      </Button>
    }
  >
    {error.message}
  </Alert>
);
