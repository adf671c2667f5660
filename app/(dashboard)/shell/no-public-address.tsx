import { Alert } from "@/components/ui/alert";

/** Behind a proxy that is not trusted, or on a machine of one's own. */
export function NoPublicAddress({ className }: { className?: string }) {
  return (
    <Alert
      tone="warning"
      title="No public IP addresses seen: check TRUSTED_PROXY_HOPS"
      {...(className ? { className } : {})}
    >
      Recent clicks and installs all come from this machine or a private network, so IP matching can't work.
      If the server is behind a proxy, set TRUSTED_PROXY_HOPS to the number of proxies. If you're testing
      locally, ignore this.
    </Alert>
  );
}
