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
