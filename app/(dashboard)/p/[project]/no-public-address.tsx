import { Alert } from "@/components/ui/alert";

/** Behind a proxy that is not trusted, or on a machine of one's own. */
export function NoPublicAddress({ className }: { className?: string }) {
  return (
    <Alert
      tone="warning"
      title="No public address known: is TRUSTED_PROXY_HOPS set?"
      {...(className ? { className } : {})}
    >
      The latest clicks and installs seem to come from this machine or a private network, so nothing can be
      matched by address. Behind a proxy, set TRUSTED_PROXY_HOPS to how many there are; while you try it out
      on your own machine, all is well.
    </Alert>
  );
}
