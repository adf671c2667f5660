import { z } from "zod";
import { clearableText, noChangesText, requireChange, requiredLine, timestamp } from "@/lib/base/fields";
import { t } from "@/lib/base/languages/texts";
import { isCurrency } from "@/lib/base/money";
import { networkName } from "@/lib/campaigns/network-name";

const network = requiredLine(t("Network")).transform(networkName);

const status = z.enum(["ACTIVE", "PAUSED", "DISCONNECTED"], {
  error: t("Status must be ACTIVE, PAUSED or DISCONNECTED."),
});

const currency = clearableText("Currency", 3)
  .transform((code) => code?.toUpperCase() ?? null)
  .refine((code) => code === null || isCurrency(code), t("Enter a currency code, such as EUR."));

const email = clearableText("Email", 254).transform((text) => text ?? "");

const changeable = {
  email: email.optional(),
  status: status.optional(),
  account_name: clearableText("Account name").optional(),
  /** The network's own ID of the account; always text. */
  external_id: clearableText("External id").optional(),
  currency: currency.optional(),
};

export const networkAccountInput = z.object({ network, name: requiredLine(t("Name")), ...changeable });

export const networkAccountChanges = z
  .object({ name: requiredLine(t("Name")).optional(), ...changeable })
  .refine(requireChange, noChangesText);

const networkAccount = z.object({
  id: z.number().int(),
  network: z.string(),
  name: z.string(),
  email: z.string(),
  status: z.string(),
  account_name: z.string().nullable(),
  external_id: z.string().nullable(),
  currency: z.string().nullable(),
  campaigns: z.number().int(),
  created_at: timestamp,
  updated_at: timestamp,
});
export type NetworkAccount = z.output<typeof networkAccount>;

export const networkAccountList = z.object({ network_accounts: z.array(networkAccount) });
export const oneNetworkAccount = z.object({ network_account: networkAccount });
