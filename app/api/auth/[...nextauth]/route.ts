import { answerAuth } from "@/lib/gateway/auth";
import { webHandler } from "@/lib/platform/http/web";

const handler = webHandler("/api/auth", answerAuth);

export {
  handler as DELETE,
  handler as GET,
  handler as HEAD,
  handler as OPTIONS,
  handler as PATCH,
  handler as POST,
  handler as PUT,
};
