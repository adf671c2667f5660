/** For networks that accept advertising IDs in plain text and, by some agreements, as hashes. */
import { z } from "zod";

const forms = ["plain", "SHA-256"] as const;

export const deviceIdForm = z.enum(forms, { error: "Choose plain or SHA-256." }).default("plain");

export const deviceIdFormField = (network: string) =>
  ({
    name: "device_id_form",
    label: "Advertising IDs",
    hint: `${network} takes them plain. Choose SHA-256 if your agreement with ${network} asks for it.`,
    options: forms,
  }) as const;
