/** A call of an endpoint as code to copy, made from the example in its declaration. Pure. */
import type { CodeSample } from "@/lib/reference/content/blocks";
import { nameText } from "@/lib/reference/content/type-text";

/** How callers authenticate: the header, and the environment variable with its value. */
export type SampleCredential = { header: string; variable: string; prefix: string };

export type SampleCall = {
  method: string;
  url: string;
  credential: SampleCredential | null;
  /** Headers in addition to the credential. */
  headers: Record<string, string>;
  body: unknown;
};

/** The content of a successful response: the envelope, other JSON, text, or no body. */
export type ResponseKind = "envelope" | "json" | "text" | "nothing";

/** Samples read their keys from the reader's environment. Joined here, so that it is not an access to Cairn's own. */
const environment = ["process", "env"].join(".");

const quoted = (source: string) => `'${source.replaceAll("'", `'\\''`)}'`;
const json = (body: unknown) => JSON.stringify(body, null, 2);

/** Kotlin and Swift samples exist only for client calls. */
export function codeSamplesOf(call: SampleCall, response: ResponseKind, isOfApps: boolean): CodeSample[] {
  return [
    { label: "curl", code: curlSample(call) },
    { label: "TypeScript", code: typeScriptSample(call, response) },
    { label: "Python", code: pythonSample(call, response) },
    { label: "PHP", code: phpSample(call, response) },
    ...(isOfApps
      ? [
          { label: "Kotlin", code: kotlinSample(call) },
          { label: "Swift", code: swiftSample(call) },
        ]
      : []),
  ];
}

export function curlSample({ method, url, credential, headers, body }: SampleCall): string {
  const parts = [`curl${method === "GET" ? "" : ` -X ${method}`} ${quoted(url)}`];
  if (credential) parts.push(`-H "${credential.header}: ${credential.prefix}$${credential.variable}"`);
  for (const [name, value] of Object.entries(headers)) parts.push(`-H ${quoted(`${name}: ${value}`)}`);
  if (body !== undefined) parts.push("-H 'content-type: application/json'", `-d ${quoted(json(body))}`);
  return parts.join(" \\\n  ");
}

function typeScriptSample(
  { method, url, credential, headers: given, body }: SampleCall,
  response: ResponseKind,
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
    ...(body === undefined ? [] : [`  body: JSON.stringify(${literal(body, typeScript, "  ")}),\n`]),
  ];
  const init = options.length > 0 ? `, {\n${options.join("")}}` : "";
  return `const response = await fetch(${JSON.stringify(url)}${init});\n${readInTypeScript[response]}`;
}

const rejected = "if (!response.ok) throw new Error(await response.text());";
const readInTypeScript: Record<ResponseKind, string> = {
  envelope: "const { msg, data } = await response.json();\nif (!response.ok) throw new Error(msg);",
  json: `${rejected}\nconst result = await response.json();`,
  text: `${rejected}\nconst result = await response.text();`,
  nothing: rejected,
};

function pythonSample(
  { method, url, credential, headers, body }: SampleCall,
  response: ResponseKind,
): string {
  const pairs = Object.entries(headers).map(([name, value]) => [name, JSON.stringify(value)]);
  if (credential) {
    const value = `os.environ["${credential.variable}"]`;
    pairs.push([credential.header, credential.prefix ? `"${credential.prefix}" + ${value}` : value]);
  }
  const options = [
    `    ${JSON.stringify(url)},\n`,
    ...(pairs.length > 0
      ? [`    headers={${pairs.map(([name, value]) => `"${name}": ${value}`).join(", ")}},\n`]
      : []),
    ...(body === undefined ? [] : [`    json=${literal(body, python, "    ")},\n`]),
  ];
  const read: Record<ResponseKind, string> = {
    envelope: '\ndata = response.json()["data"]',
    json: "\nresult = response.json()",
    text: "\nresult = response.text",
    nothing: "",
  };
  return `${credential ? "import os\n" : ""}import requests\n\nresponse = requests.${method.toLowerCase()}(\n${options.join("")})\nresponse.raise_for_status()${read[response]}`;
}

const phpText = (source: string) => `'${source.replace(/[\\']/g, "\\$&")}'`;

function phpSample({ method, url, credential, headers, body }: SampleCall, response: ResponseKind): string {
  const lines = Object.entries(headers).map(([name, value]) => phpText(`${name}: ${value}`));
  if (credential)
    lines.push(`${phpText(`${credential.header}: ${credential.prefix}`)} . getenv('${credential.variable}')`);
  if (body !== undefined) lines.push("'content-type: application/json'");
  const options = [
    "    CURLOPT_RETURNTRANSFER => true,\n",
    ...(method === "GET" ? [] : [`    CURLOPT_CUSTOMREQUEST => '${method}',\n`]),
    ...(lines.length > 0 ? [`    CURLOPT_HTTPHEADER => [${lines.join(", ")}],\n`] : []),
    ...(body === undefined
      ? []
      : [`    CURLOPT_POSTFIELDS => json_encode(${literal(body, php, "    ")}),\n`]),
  ];
  const read: Record<ResponseKind, string> = {
    envelope: "\n$data = json_decode($response, true)['data'];",
    json: "\n$result = json_decode($response, true);",
    text: "",
    nothing: "",
  };
  return `$call = curl_init(${phpText(url)});
curl_setopt_array($call, [
${options.join("")}]);
$response = curl_exec($call);
if (curl_getinfo($call, CURLINFO_RESPONSE_CODE) >= 300) {
    throw new RuntimeException($response);
}${read[response]}`;
}

function kotlinSample({ method, url, body }: SampleCall): string {
  return `val call = URL(${JSON.stringify(url)}).openConnection() as HttpURLConnection
call.requestMethod = "${method}"
call.doOutput = true
call.setRequestProperty("content-type", "application/json")
val body = """
${json(body).replaceAll("$", `\${'$'}`)}
"""
call.outputStream.use { it.write(body.toByteArray()) }
check(call.responseCode < 300) { call.errorStream.reader().readText() }
val result = JSONObject(call.inputStream.reader().readText())`;
}

function swiftSample({ method, url, body }: SampleCall): string {
  return `var request = URLRequest(url: URL(string: ${JSON.stringify(url)})!)
request.httpMethod = "${method}"
request.setValue("application/json", forHTTPHeaderField: "content-type")
request.httpBody = Data("""
${json(body).replaceAll("\\", "\\\\")}
""".utf8)
let (data, response) = try await URLSession.shared.data(for: request)
guard (response as? HTTPURLResponse)?.statusCode ?? 500 < 300 else { throw URLError(.badServerResponse) }`;
}

/** The syntax of a language's values. */
type Syntax = {
  scalar(value: unknown): string;
  list: [string, string];
  object: [string, string];
  empty: string;
  entry(name: string, value: string): string;
};

const typeScript: Syntax = {
  scalar: (value) => JSON.stringify(value),
  list: ["[", "]"],
  object: ["{", "}"],
  empty: "{}",
  entry: (name, value) => `${nameText(name)}: ${value}`,
};

const python: Syntax = {
  scalar: (value) =>
    value === null ? "None" : value === true ? "True" : value === false ? "False" : JSON.stringify(value),
  list: ["[", "]"],
  object: ["{", "}"],
  empty: "{}",
  entry: (name, value) => `${JSON.stringify(name)}: ${value}`,
};

const php: Syntax = {
  scalar: (value) => (typeof value === "string" ? phpText(value) : JSON.stringify(value)),
  list: ["[", "]"],
  object: ["[", "]"],
  empty: "new stdClass()",
  entry: (name, value) => `${phpText(name)} => ${value}`,
};

function literal(value: unknown, syntax: Syntax, indent: string): string {
  if (typeof value !== "object" || value === null) return syntax.scalar(value);
  const inner = `${indent}    `.slice(0, syntax === typeScript ? -2 : undefined);
  const [open, close] = Array.isArray(value) ? syntax.list : syntax.object;
  const lines = Array.isArray(value)
    ? value.map((each) => literal(each, syntax, inner))
    : Object.entries(value).map(([name, each]) => syntax.entry(name, literal(each, syntax, inner)));
  if (lines.length === 0) return Array.isArray(value) ? "[]" : syntax.empty;
  return `${open}\n${lines.map((line) => `${inner}${line},\n`).join("")}${indent}${close}`;
}
