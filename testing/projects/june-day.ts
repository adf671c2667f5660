import { captureEvent } from "@/lib/facts/events/capture";
import { registerInstall } from "@/lib/facts/installs/register";
import { capturePayment } from "@/lib/facts/payments/capture";
import { removePayments } from "@/lib/facts/payments/queries";
import { identify } from "@/lib/facts/users/identify";
import { recordSpend } from "@/lib/spend/record";
import { spendBody } from "@/lib/spend/schema";
import { aCampaign, aClick, aProject, decideEverything } from "@/testing/factories";

const at = (time: string) => new Date(`2026-06-10T${time}Z`);

/** Two campaigns and organic traffic on one day in June. */
export async function aJuneDay() {
  const app = await aProject({ currency: "USD", timeZone: "UTC" });
  const { project } = app;
  const summer = await aCampaign(app, { name: "Summer" });
  const winter = await aCampaign(app, { name: "Winter" });
  const install = async (instance: string, campaign: { id: number } | null, clicks: number) => {
    let click = "";
    for (let n = 0; n < clicks; n++)
      click = await aClick(app, { campaignId: campaign!.id, at: at("09:00:00") });
    const device_data = campaign ? { install_ref: `cairn_click=${click}` } : {};
    await registerInstall(
      project,
      { token: "", install_instance_id: instance, platform: "ANDROID", device_data },
      { userAgent: null, address: "192.0.2.1", now: at("09:05:00") },
    );
    await decideEverything(app);
    const context = { userAgent: null, now: at("09:10:00") };
    await identify(
      project,
      { token: "", install_instance_id: instance, user_data: { id: `user-${instance}` } },
      context,
    );
  };
  await install("a", summer, 3);
  await install("b", summer, 1);
  await install("c", winter, 2);
  await install("d", null, 0);
  const pay = (user: string, payment_id: string, amount: number, type = "ONE_TIME") =>
    capturePayment(
      project,
      { token: "", user_id: user, payment_id, amount, type: type as "ONE_TIME", status: "PAYMENT_COMPLETED" },
      { userAgent: null, now: at("10:00:00") },
    );
  await pay("user-a", "p1", 85);
  await pay("user-b", "p2", 15);
  await pay("user-c", "p3", 20);
  await pay("user-c", "p4", 5, "SUBSCRIPTION_REFUNDED");
  await pay("user-d", "p5", 7);
  await pay("user-d", "p6", 1_000);
  await removePayments(project.id, { paymentId: "p6" }, at("11:00:00"));
  const context = { userAgent: null, now: at("10:30:00") };
  await captureEvent(project, { token: "", event_name: "level_up", user_id: "user-a" }, context);
  const { rows } = spendBody.parse({
    rows: [
      { date: "2026-06-10", campaign: summer.displayId, amount: 40 },
      { date: "2026-06-10", campaign: winter.displayId, amount: 30 },
    ],
  });
  const source = { kind: "KEY", sourceKey: "test", name: "test", createdBy: "test" } as const;
  await recordSpend(project, rows, source, at("12:00:00"));
  await decideEverything(app);
  return { app, summer, winter };
}
