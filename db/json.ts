import { sql } from "@/db";

/** A value as jsonb: as text, which the driver would otherwise write as JSON once more. */
export const jsonb = (value: unknown) => sql`${JSON.stringify(value)}::text::jsonb`;
