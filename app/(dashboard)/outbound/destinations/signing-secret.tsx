import { SecretReveal } from "@/components/dialogs/secret-reveal";

/** A webhook's secret, which is shown only once. */
export const SigningSecret = ({ secret, onDone }: { secret: string | null; onDone: () => void }) => (
  <SecretReveal
    secret={secret}
    title="Signing secret"
    description="Your server uses it to verify that webhooks come from Cairn (Standard Webhooks). It's shown once."
    label="Copy secret"
    closesWithCopy
    onDone={onDone}
  />
);
