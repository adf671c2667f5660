import { notFound } from "@/lib/platform/http/endpoint";
import { webHandler } from "@/lib/platform/http/web";

/** Responds to every path without an endpoint, in the usual envelope. */
const handler = webHandler("/api", async () => notFound());

export {
  handler as DELETE,
  handler as GET,
  handler as HEAD,
  handler as OPTIONS,
  handler as PATCH,
  handler as POST,
  handler as PUT,
};
