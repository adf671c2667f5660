import { sql } from "@/db";

/** Passes a value as jsonb in text form, because the driver would otherwise encode it as JSON twice. */
export const jsonb = (value: unknown) => sql`${JSON.stringify(value)}::text::jsonb`;
