import { setUserData } from "@/lib/facts/users/identify";
import { setUserDataBody } from "@/lib/facts/users/schema";
import { clientRoute } from "@/lib/gateway/routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { confirmationAnswer, confirmed, discarded } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const stored = "User data updated successfully";
const unknown = "This user is not identified yet; call trigger first. Nothing was stored.";

const post = defineRoute(clientRoute, {
  summary: "Update user details",
  description: "For users already identified with `trigger`. Empty values change nothing.",
  tag: "Users",
  contract: true,
  body: setUserDataBody,
  example: {
    token: "ct_yourProjectsToken",
    install_instance_id: "a-uuid-of-this-install",
    user_data: { id: "user-42", phone: "+43 660 0000000" },
  },
  answers: { 200: confirmationAnswer(stored, unknown) },
  async handle({ caller, call, body }) {
    const isKnown = await setUserData(caller.project.id, body, call.now);
    return isKnown ? confirmed(stored) : discarded(confirmed(stored, unknown));
  },
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint("/api/client/set-user-data", {
  POST: post,
});
