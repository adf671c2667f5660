import { CircleAlert } from "lucide-react";
import { EmptyState } from "@/components/empty-state";
import { Button } from "@/components/ui/button";

export const ReportNotFound = ({ error, retry }: { error: Error; retry: () => void }) => (
  <EmptyState
    icon={CircleAlert}
    title="Couldn't load this"
    actions={<Button onClick={retry}>Try again</Button>}
  >
    {error.message}
  </EmptyState>
);
