/** The load generator wrk, if it is installed, because it leaves more of the machine to the measured server. */
import { execFileSync, spawn } from "node:child_process";

export type Loaded = { perSecond: number; median: number; p99: number; requests: number };

export function hasWrk(): boolean {
  try {
    execFileSync("wrk", ["-v"], { stdio: "ignore" });
    return true;
  } catch (error) {
    // It prints its version but exits with an error.
    return (error as { status?: number }).status === 1;
  }
}

const units: Record<string, number> = { us: 0.001, ms: 1, s: 1_000, m: 60_000 };

function milliseconds(text: string, share: string): number {
  const [, value = "", unit = ""] = new RegExp(`${share}%\\s+([\\d.]+)(us|ms|s|m)`).exec(text) ?? [];
  return Number(value) * (units[unit] ?? Number.NaN);
}

export async function wrk(
  port: number,
  script: string,
  connections: number,
  seconds: number,
): Promise<Loaded> {
  const options = ["-t1", `-c${connections}`, `-d${seconds}`, "--latency", "--timeout", "10s", "-s", script];
  const child = spawn("wrk", [...options, `http://127.0.0.1:${port}/`], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let text = "";
  for await (const part of child.stdout) text += part;
  const failed = /Non-2xx or 3xx responses: \d+|Socket errors: .*/.exec(text);
  if (failed) throw new Error(failed[0]);
  return {
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(text)?.[1]),
    median: milliseconds(text, "50"),
    p99: milliseconds(text, "99"),
    requests: Number(/(\d+) requests in/.exec(text)?.[1]),
  };
}

/**
 * A script that posts for one user after the other, so that as much time as possible passes before the same user's next
 * post. `body` is Lua and may use `user` and `n`. Every turn has new numbers, because a repeated payment would not be
 * stored.
 */
export const postingFor = (
  users: readonly { token: string; instance: string }[],
  path: string,
  body: string,
) => `
local users = {${users.map(({ token, instance }) => `{"${token}","${instance}"}`).join(",")}}
math.randomseed(os.time())
local n = math.random(100000000)
request = function()
  n = n + 1
  local user = users[n % #users + 1]
  return wrk.format("POST", "${path}", {["Host"] = "localhost", ["Content-Type"] = "application/json"}, ${body})
end
`;

export const linkAgents = [
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1",
  "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Mobile Safari/537.36",
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Safari/537.36",
];

/** Follows one link after the other, each with an address and the parameters of an ad. */
export const luaForLinks = (host: string, ids: readonly string[]) => `
local ids = {${ids.map((id) => `"${id}"`).join(",")}}
local agents = {${linkAgents.map((agent) => `"${agent}"`).join(",")}}
local n = math.random(1000000)
request = function()
  n = n + 1
  return wrk.format("GET",
    "/?c=" .. ids[n % #ids + 1] .. "&utm_source=facebook&fbclid=IwAR" .. n .. "&ad_set_id=12021" .. (n % 10) .. "&ad_id=9988" .. (n % 20),
    {["Host"] = "${host}", ["User-Agent"] = agents[n % 3 + 1], ["Accept-Language"] = "en-US,en;q=0.9",
     ["X-Forwarded-For"] = (n % 7 + 80) .. "." .. (n % 250) .. "." .. (n % 199) .. "." .. (n % 233)})
end
`;

/** Bodies as Lua text of about 700 bytes each: `user` is the sender, `n` is a unique number of the request. */
export const callBodies = {
  "capture-event": `'{"token":"' .. user[1] .. '","install_instance_id":"' .. user[2] .. '","platform":"ANDROID","event_name":"event_' .. (n % 20) .. '","event_data":{"n":' .. n .. ',"screen":"product/detail","list":"Recommended for you","items":[{"sku":"AB-1029","name":"Trail shoe, women, size 39","price":129.9,"quantity":1},{"sku":"AB-2210","name":"Merino sock, pair","price":18.5,"quantity":2}],"coupon":"WELCOME10","source":"push","session":"7b3b4a52-0a6e-4f0e-9a5d-0d8f0f6f6c1e","app_version":"5.12.0","experiment":{"checkout":"b","search":"control"},"note":"${"x".repeat(120)}"}}'`,
  "capture-payment": `'{"token":"' .. user[1] .. '","install_instance_id":"' .. user[2] .. '","platform":"ANDROID","payment_id":"pay-' .. n .. '","amount":' .. (n % 90 + 9) .. '.99,"type":"DEFAULT","status":"PAYMENT_COMPLETED","event_data":{"n":' .. n .. ',"store":"play","product":"annual_premium","trial":false,"items":[{"sku":"AB-1029","name":"Trail shoe, women, size 39","price":129.9,"quantity":1}],"session":"7b3b4a52-0a6e-4f0e-9a5d-0d8f0f6f6c1e","app_version":"5.12.0","note":"${"x".repeat(170)}"}}'`,
  init: `'{"token":"' .. user[1] .. '","install_instance_id":"new-' .. n .. '","platform":"ANDROID","app_version":"5.12.0","device_data":{"gaid":"' .. string.format("%08x", n) .. '-0000-4000-8000-000000000000","device_model":"Pixel 8","manufacturer":"Google","os_version":"14","language":"en-US","carrier":"Example Mobile","screen":"1080x2400","timezone":"Europe/Berlin","locale":"en_US","sdk_version":"2.4.1","note":"${"x".repeat(260)}"}}'`,
};
