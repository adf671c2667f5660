/** Chats that take messages by webhook, each in a form of its own. Pure. */

const chats = {
  slack: (host: string) => host === "hooks.slack.com",
  discord: (host: string) => host === "discord.com" || host === "discordapp.com",
  teams: (host: string) => host.endsWith(".webhook.office.com") || host.endsWith(".logic.azure.com"),
} as const;
export type Chat = keyof typeof chats;

export function chatOf(url: string): Chat | null {
  const { hostname } = new URL(url);
  return (Object.keys(chats) as Chat[]).find((chat) => chats[chat](hostname)) ?? null;
}

/** A message that people read, made of what another server would be told. */
export function messageOf(chat: Chat, payload: Record<string, unknown>): Record<string, unknown> {
  const text = sentenceOf(payload);
  if (chat === "slack") return { text: text.replace(/[&<>]/g, (sign) => escapes[sign]!) };
  // No name in a message may call anybody.
  if (chat === "discord") return { content: text.slice(0, 2_000), allowed_mentions: { parse: [] } };
  const card = {
    $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
    type: "AdaptiveCard",
    version: "1.4",
    // One break alone is a space there.
    body: [{ type: "TextBlock", text: text.replaceAll("\n", "\n\n"), wrap: true }],
  };
  return {
    type: "message",
    attachments: [{ contentType: "application/vnd.microsoft.card.adaptive", content: card }],
  };
}

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

type Told = {
  text?: string;
  name?: string;
  amount?: number;
  currency?: string;
  platform?: string | null;
  decision?: { campaign?: { name?: string } | null; network?: string | null } | null;
};

function sentenceOf({ type, data }: Record<string, unknown>): string {
  const told = (data ?? {}) as Told;
  if (told.text) return told.text;
  const from = told.decision?.campaign?.name ?? told.decision?.network ?? null;
  return [
    String(type),
    ...(told.amount === undefined ? [] : [`${told.amount} ${told.currency}`]),
    ...(from === null ? [] : [`from ${from}`]),
    ...(told.platform ? [`on ${told.platform}`] : []),
  ].join(" · ");
}
