import { SecretReveal } from "@/components/secret-reveal";

/** A webhook's secret, for the only time that it is shown. */
export const SigningSecret = ({ secret, onDone }: { secret: string | null; onDone: () => void }) => (
  <SecretReveal
    secret={secret}
    title="Signing secret"
    description="Your server checks with it that messages come from Cairn, as Standard Webhooks says. It's shown only now."
    label="Copy secret"
    onDone={onDone}
  />
);
