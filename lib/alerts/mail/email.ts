/** The layout of an email: plain, with one table, without images or open tracking. Pure. */

export type Email = {
  subject: string;
  /** Sentences above the table. */
  lead: string[];
  table: { headers: string[]; rows: string[][] } | null;
  /** Notes below the table, such as the number of omitted rows. */
  notes: string[];
  link: { label: string; url: string };
  /** Why the recipient gets this email, and the address of the setting. */
  footer: { text: string; url: string };
  attachment: { name: string; content: string } | null;
};

/** `to`: the current recipients. `stopped`: why a removed recipient gets no email. */
export type AddressedEmail = { email: Email; to: readonly string[]; stopped: string };

export type RenderedEmail = { subject: string; text: string; html: string };

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => entities[sign]!);

/** A line break would end an email header, so names are reduced to one line. */
const oneLine = (text: string) => text.replace(/\s+/g, " ").trim().slice(0, 200);

export function renderEmail(email: Email): RenderedEmail {
  return { subject: oneLine(email.subject), text: asText(email), html: asHtml(email) };
}

function asText({ lead, table, notes, link, footer }: Email): string {
  const rows = table ? [table.headers, ...table.rows] : [];
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)));
  const lines = rows.map((row) =>
    row
      .map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
      .join("  ")
      .trimEnd(),
  );
  return [
    ...lead,
    ...(lines.length > 0 ? ["", ...lines] : []),
    ...(notes.length > 0 ? ["", ...notes] : []),
    "",
    `${link.label}: ${link.url}`,
    "",
    `${footer.text} ${footer.url}`,
    "",
  ].join("\n");
}

const cell = "padding:6px 12px 6px 0;border-bottom:1px solid #ddd;text-align:";
const cells = (row: readonly string[], tag: "th" | "td") =>
  row
    .map((text, i) => `<${tag} style="${cell}${i === 0 ? "left" : "right"}">${escaped(text)}</${tag}>`)
    .join("");

function asHtml({ lead, table, notes, link, footer }: Email): string {
  const paragraphs = lead.map((line) => `<p>${escaped(line)}</p>`).join("\n");
  const body = table?.rows.map((row) => `<tr>${cells(row, "td")}</tr>`).join("\n");
  const drawn = table
    ? `<table style="border-collapse:collapse;font-size:14px">\n<thead><tr>${cells(table.headers, "th")}</tr></thead>\n<tbody>\n${body}\n</tbody>\n</table>`
    : "";
  return [
    `<!doctype html><html lang="en"><body style="font-family:sans-serif;font-size:14px;line-height:1.5">`,
    paragraphs,
    drawn,
    ...notes.map((line) => `<p>${escaped(line)}</p>`),
    `<p><a href="${escaped(link.url)}">${escaped(link.label)}</a></p>`,
    `<p style="color:#666;font-size:12px">${escaped(footer.text)} <a href="${escaped(footer.url)}">Change this</a></p>`,
    "</body></html>",
    "",
  ]
    .filter((part) => part !== "")
    .join("\n");
}
