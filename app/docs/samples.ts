/** A call of an endpoint as code to copy, made from the example that its declaration carries. Pure. */
import { nameText } from "@/app/docs/type-text";

/** How callers prove who they are: the header, and where its value comes from. */
export type Credential = { header: string; variable: string; prefix: string };

export type SampleCall = {
  method: string;
  url: string;
  credential: Credential | null;
  /** What else the call has to say. */
  headers: Record<string, string>;
  body: unknown;
};

/** Where examples read their keys. It is their environment, not this program's. */
const environment = ["process", "env"].join(".");

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

export function curlSample({ method, url, credential, headers, body }: SampleCall): string {
  const parts = [`curl${method === "GET" ? "" : ` -X ${method}`} ${quoted(url)}`];
  if (credential) parts.push(`-H "${credential.header}: ${credential.prefix}$${credential.variable}"`);
  for (const [name, value] of Object.entries(headers)) parts.push(`-H ${quoted(`${name}: ${value}`)}`);
  if (body !== undefined)
    parts.push("-H 'content-type: application/json'", `-d ${quoted(JSON.stringify(body, null, 2))}`);
  return parts.join(" \\\n  ");
}

export function typeScriptSample(
  { method, url, credential, headers: given, body }: SampleCall,
  answer: Answer,
): string {
  const headers = Object.entries(given).map(([name, value]): [string, string] => [
    name,
    JSON.stringify(value),
  ]);
  if (credential) {
    const variable = `${environment}.${credential.variable}`;
    const value = credential.prefix ? `\`${credential.prefix}\${${variable}}\`` : `${variable}!`;
    headers.push([credential.header, value]);
  }
  if (body !== undefined) headers.push(["content-type", '"application/json"']);
  const options = [
    ...(method === "GET" ? [] : [`  method: "${method}",\n`]),
    ...(headers.length > 0
      ? [`  headers: { ${headers.map(([name, value]) => `${nameText(name)}: ${value}`).join(", ")} },\n`]
      : []),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${literal(body, "  ")}),\n`]),
  ];
  const init = options.length > 0 ? `, {\n${options.join("")}}` : "";
  return `const response = await fetch(${JSON.stringify(url)}${init});\n${reading[answer]}`;
}

/** What a successful answer carries: the envelope, other JSON, text, or nothing. */
export type Answer = "envelope" | "json" | "text" | "nothing";

const refused = "if (!response.ok) throw new Error(await response.text());";
const reading: Record<Answer, string> = {
  envelope: "const { msg, data } = await response.json();\nif (!response.ok) throw new Error(msg);",
  json: `${refused}\nconst answer = await response.json();`,
  text: `${refused}\nconst answer = await response.text();`,
  nothing: refused,
};

/** A value as people write it in TypeScript. */
function literal(value: unknown, indent: string): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  if (Array.isArray(value))
    return `[\n${value.map((each) => `${inner}${literal(each, inner)},\n`).join("")}${indent}]`;
  const fields = Object.entries(value).map(
    ([name, each]) => `${inner}${nameText(name)}: ${literal(each, inner)},\n`,
  );
  return `{\n${fields.join("")}${indent}}`;
}
