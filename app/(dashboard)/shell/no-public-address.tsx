import { Alert } from "@/components/ui/alert";
import { t } from "@/lib/base/languages/texts";

/** Explains that callers' addresses are not public, because of an untrusted proxy or a local machine. */
export function NoPublicAddress({ className }: { className?: string }) {
  return (
    <Alert
      tone="warning"
      title={t("No public IP addresses seen: check TRUSTED_PROXY_HOPS")}
      {...(className ? { className } : {})}
    >
      {t(
        "Recent clicks and installs all come from this machine or a private network, so IP matching can't work. If the server is behind a proxy, set TRUSTED_PROXY_HOPS to the number of proxies. If you're testing locally, ignore this.",
      )}
    </Alert>
  );
}
