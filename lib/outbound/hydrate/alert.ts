import type { AlertNumbers } from "@/lib/outbound/mapping/fact";

/** The stored alert: money is in minor units, and times are text. */
export type LoadedAlert = {
  rule_id: number;
  name: string;
  kind: string;
  subject: string;
  label: string;
  text: string;
  period: string;
  seen: AlertNumbers;
  latest: AlertNumbers;
  fired_at: string;
  resolved_at: string | null;
  ended: string | null;
  url: string;
};
