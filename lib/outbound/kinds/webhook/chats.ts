/** Chats that accept messages by webhook, each in its own format. Pure. */
import { plainDecimal } from "@/lib/base/money";

const chats = {
  slack: (host: string) => host === "hooks.slack.com",
  discord: (host: string) => host === "discord.com" || host === "discordapp.com",
  teams: (host: string) => host.endsWith(".webhook.office.com") || host.endsWith(".logic.azure.com"),
} as const;
export type Chat = keyof typeof chats;

export function chatOfUrl(url: string): Chat | null {
  const { hostname } = new URL(url);
  return (Object.keys(chats) as Chat[]).find((chat) => chats[chat](hostname)) ?? null;
}

/** A message for people, made from the payload for servers. */
export function chatMessage(chat: Chat, payload: Record<string, unknown>): Record<string, unknown> {
  const text = sentenceOf(payload);
  if (chat === "slack") return { text: text.replace(/[&<>]/g, (sign) => escapes[sign]!) };
  // Names in a message must not mention anyone.
  if (chat === "discord") return { content: text.slice(0, 2_000), allowed_mentions: { parse: [] } };
  const card = {
    $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
    type: "AdaptiveCard",
    version: "1.4",
    // A single line break is a space in this format.
    body: [{ type: "TextBlock", text: text.replaceAll("\n", "\n\n"), wrap: true }],
  };
  return {
    type: "message",
    attachments: [{ contentType: "application/vnd.microsoft.card.adaptive", content: card }],
  };
}

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

type ChatFields = {
  text?: string;
  name?: string;
  amount?: number;
  currency?: string;
  platform?: string | null;
  decision?: { campaign?: { name?: string } | null; network?: string | null } | null;
};

function sentenceOf({ type, data }: Record<string, unknown>): string {
  const shown = (data ?? {}) as ChatFields;
  if (shown.text) return shown.text;
  const from = shown.decision?.campaign?.name ?? shown.decision?.network ?? null;
  return [
    String(type),
    ...(shown.amount === undefined ? [] : [`${plainDecimal(shown.amount)} ${shown.currency}`]),
    ...(from === null ? [] : [`from ${from}`]),
    ...(shown.platform ? [`on ${shown.platform}`] : []),
  ].join(" · ");
}
