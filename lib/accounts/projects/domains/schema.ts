import { z } from "zod";
import { host } from "@/lib/accounts/projects/schema";
import { timestamp } from "@/lib/base/fields";

export const domainInput = z.object({ host });

const record = z.object({
  /** `proof`: that the domain is yours. `route`: that its visitors come here. */
  purpose: z.enum(["proof", "route"]),
  type: z.enum(["TXT", "CNAME", "A", "AAAA"]),
  name: z.string(),
  value: z.string(),
});
export type DnsRecord = z.output<typeof record>;

const domain = z.object({
  id: z.number().int(),
  host: z.string(),
  is_primary: z.boolean(),
  /** Until then nothing is served on it, and no campaign can be on it. */
  verified: z.boolean(),
  verified_at: timestamp.nullable(),
  /** `dns`: by its record. `operator`: added on the command line. `before`: served since before proof was asked for. */
  proved_by: z.enum(["dns", "operator", "local", "before"]).nullable(),
  /** Becomes the primary domain once it is verified. */
  wants_primary: z.boolean(),
  checked_at: timestamp.nullable(),
  /** What the last check saw. */
  check_result: z
    .object({
      verified: z.boolean(),
      by: z.enum(["txt", "cname", "address", "local"]).nullable(),
      /** Whether DNS says that its visitors come here. */
      routed: z.boolean().optional(),
      txt: z.array(z.string()),
      cname: z.array(z.string()),
      addresses: z.array(z.string()),
    })
    .nullable(),
  link_base: z.string(),
  /** What to enter with the DNS provider; none for a name that needs no DNS. */
  records: z.array(record),
  created_at: timestamp,
});
export type Domain = z.output<typeof domain>;

export const domains = z.object({ domains: z.array(domain) });
export type Domains = z.output<typeof domains>;
export const oneDomain = z.object({ domain });
