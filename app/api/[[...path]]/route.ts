import { notFound } from "@/lib/http/endpoint";
import { webHandler } from "@/lib/http/web";

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
