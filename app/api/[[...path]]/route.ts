import { notFound } from "@/lib/platform/http/endpoint";
import { webHandler } from "@/lib/platform/http/web";

/** Whatever no endpoint answers, still in the envelope. */
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
