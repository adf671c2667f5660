import { expect, test } from "vitest";
import { findBusyHours } from "@/lib/alerts/fetch/queries";
import { closedHours } from "@/lib/alerts/rules/periods";
import { quietSources } from "@/lib/alerts/rules/schema";
import { captureEvent } from "@/lib/facts/events/capture";
import { capturePayment } from "@/lib/facts/payments/capture";
import { aCampaign, aClick, anAttributedUser, aProject } from "@/testing/factories";

test.each(quietSources)("the hour with a %s is found, and no others", async (what) => {
  const now = new Date();
  const app = await aProject();
  const campaign = await aCampaign(app);
  const times = closedHours(new Date(now.getTime() + 3_720_000), 3);
  const { userId } = await anAttributedUser(app, campaign.id, { at: now });
  await aClick(app, { campaignId: campaign.id, at: now });
  const context = { userAgent: null, now };
  const user_id = userId;
  await captureEvent(app.project, { token: "", event_name: "hike", user_id }, context);
  const payment = {
    token: "",
    payment_id: "p",
    user_id,
    amount: 5,
    type: "ONE_TIME",
    status: "PAYMENT_COMPLETED",
  } as const;
  await capturePayment(app.project, payment, context);
  expect(await findBusyHours(app.project.id, what, times)).toEqual([false, false, true]);
});
