import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { chatMessage, chatOfUrl } from "@/lib/outbound/kinds/webhook/chats";
import { newSecret, webhookSignature, webhookSignaturesOf } from "@/lib/outbound/kinds/webhook/signature";

test("the published vector of Standard Webhooks", () => {
  const signed = {
    id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
    timestamp: 1_614_265_330,
    body: '{"test": 2432232314}',
  };
  expect(webhookSignature("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", signed)).toBe(
    "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  );
});

test("during a rotation receivers with either secret accept a call; afterwards only those with the new one", () => {
  const [secret, old] = [newSecret(), newSecret()];
  const now = new Date();
  const message = { id: "msg_1", timestamp: Math.floor(now.getTime() / 1_000), body: "{}" };
  const accepts = (by: string, until: Date) => {
    const previous = { secret: old, until: until.toISOString() };
    const headers = {
      "webhook-id": message.id,
      "webhook-timestamp": String(message.timestamp),
      "webhook-signature": webhookSignaturesOf({ secret, previous }, message, now),
    };
    try {
      new Webhook(by).verify(message.body, headers);
      return true;
    } catch {
      return false;
    }
  };
  const [later, over] = [new Date(now.getTime() + 1_000), new Date(now.getTime() - 1_000)];
  expect([accepts(secret, later), accepts(old, later)]).toEqual([true, true]);
  expect([accepts(secret, over), accepts(old, over)]).toEqual([true, false]);
});

test.each([
  ["https://hooks.slack.com/services/T/B/x", "slack"],
  ["https://discord.com/api/webhooks/1/x", "discord"],
  ["https://contoso.webhook.office.com/webhookb2/x", "teams"],
  ["https://example.com/hooks.slack.com", null],
])("%s gets the format of %s", (url, chat) => {
  expect(chatOfUrl(url)).toBe(chat);
});

test("a chat message cannot mention anyone or contain markup", () => {
  const payload = { type: "event.<!channel>", data: { amount: 5, currency: "EUR", platform: "IOS" } };
  expect(chatMessage("slack", payload)).toEqual({ text: "event.&lt;!channel&gt; · 5 EUR · on IOS" });
  expect(chatMessage("discord", payload)).toMatchObject({ allowed_mentions: { parse: [] } });
});

test("the lines of a report stay lines in each chat", () => {
  const payload = { type: "report.scheduled", data: { text: "Weekly\nClicks: 5" } };
  expect(chatMessage("slack", payload)).toEqual({ text: "Weekly\nClicks: 5" });
  expect(JSON.stringify(chatMessage("teams", payload))).toContain(String.raw`"text":"Weekly\n\nClicks: 5"`);
});
