import { identify } from "@/lib/facts/users/identify";
import { customerUserIdBody, userIdIn } from "@/lib/facts/users/schema";
import { clientRoute } from "@/lib/gateway/routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { confirmationAnswer, confirmed } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const updated = "Customer user ID updated successfully";

const post = defineRoute(clientRoute, {
  summary: "Set the user's ID",
  description:
    "Links the install to the user, like `trigger` with only `user_data.id`. For existing clients that call it.",
  tag: "Users",
  body: customerUserIdBody,
  example: {
    token: "ct_yourProjectsToken",
    install_instance_id: "a-uuid-of-this-install",
    customer_user_id: "user-42",
  },
  answers: { 200: confirmationAnswer(updated), 400: { msg: "customer_user_id is required!" } },
  async handle({ caller, call, body }) {
    const user_data = { id: userIdIn(body) };
    const context = { userAgent: call.header("user-agent"), now: call.now };
    await identify(caller.project, { ...body, user_data }, context);
    return confirmed(updated);
  },
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint("/api/client/customer-user-id", {
  POST: post,
});
