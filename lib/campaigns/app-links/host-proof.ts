import { createHmac } from "node:crypto";
import { env } from "@/lib/base/env";

/** The path at which this server proves its identity on each link host, with a value that no other server has. */
export const hostProofPath = "/.well-known/cairn";

export const hostProof = (host: string) =>
  createHmac("sha256", env.ENCRYPTION_KEY ?? env.NEXTAUTH_SECRET ?? "")
    .update(`host ${host}`)
    .digest("base64url")
    .slice(0, 32);
