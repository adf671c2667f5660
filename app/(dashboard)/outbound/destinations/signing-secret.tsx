import { SecretReveal } from "@/components/dialogs/secret-reveal";
import { t } from "@/lib/base/languages/texts";

/** A webhook's secret, which is shown only once. */
export const SigningSecret = ({ secret, onDone }: { secret: string | null; onDone: () => void }) => (
  <SecretReveal
    secret={secret}
    title={t("Signing secret")}
    description={t(
      "Your server uses it to verify that webhooks come from Cairn (Standard Webhooks). It's shown once.",
    )}
    label={t("Copy secret")}
    closesWithCopy
    onDone={onDone}
  />
);
