import { z } from "zod";
import { timestamp } from "@/lib/base/fields";
import { domainInputHost } from "@/lib/projects/schema";

export const domainInput = z.object({ host: domainInputHost });

const record = z.object({
  /** `proof` proves that the domain is yours; `route` sends its visitors here. */
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
  /** An unverified domain is not served, and no campaign can use it. */
  verified: z.boolean(),
  verified_at: timestamp.nullable(),
  /**
   * `dns`: by its record. `operator`: added on the command line. `before`: served since before a proof was required.
   */
  proved_by: z.enum(["dns", "operator", "local", "before"]).nullable(),
  /** It becomes the primary domain once it is verified. */
  wants_primary: z.boolean(),
  checked_at: timestamp.nullable(),
  /** The result of the last check. */
  check_result: z
    .object({
      verified: z.boolean(),
      by: z.enum(["txt", "cname", "address", "local"]).nullable(),
      /** True if DNS leads its visitors here. */
      routed: z.boolean().optional(),
      txt: z.array(z.string()),
      cname: z.array(z.string()),
      addresses: z.array(z.string()),
      /** The addresses of this server's name at that time. Absent in older results. */
      own: z.array(z.string()).optional(),
    })
    .nullable(),
  link_base: z.string(),
  /** The records to enter with the DNS provider; empty for a name that needs no DNS. */
  records: z.array(record),
  created_at: timestamp,
});
export type Domain = z.output<typeof domain>;

export const domainList = z.object({ domains: z.array(domain) });
export type Domains = z.output<typeof domainList>;
export const oneDomain = z.object({ domain });
