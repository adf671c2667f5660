import { Alert } from "@/components/ui/alert";
import type { Tested } from "@/lib/outbound/destinations/test-call";

/** The result of a test, with the destination's own message. */
export function DestinationTestOutcome({ tested: { tried, accepted, status, words } }: { tested: Tested }) {
  const title = tried ? (accepted ? "Accepted" : "Not accepted") : "Not tried";
  return (
    <Alert
      tone={tried ? (accepted ? "success" : "danger") : "info"}
      title={status === null ? title : `${title} (${status})`}
    >
      <span className="wrap-anywhere whitespace-pre-wrap">{words}</span>
    </Alert>
  );
}
