import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";

/** In a card whose data failed to load. */
export const LoadError = ({ error, retry }: { error: Error; retry: () => unknown }) => (
  <Alert
    tone="danger"
    actions={
      <Button size="sm" onClick={() => void retry()}>
        Try again
      </Button>
    }
  >
    {error.message}
  </Alert>
);
