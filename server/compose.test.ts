import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const text = readFileSync(join(import.meta.dirname, "../compose.yaml"), "utf8");
/** The text of each service, by name. */
const services = text
  .slice(text.indexOf("\nservices:"), text.indexOf("\nvolumes:"))
  .split(/\n {2}(?=[a-z]+:\n)/)
  .slice(1);

test("each service has no capabilities or writable paths except those listed, and limits, also for its log", () => {
  expect(services.map((service) => /^[a-z]+/.exec(service)?.[0])).toEqual(["app", "postgres", "caddy"]);
  const confined = /x-confined: &confined\n((?: {2}.*\n)+)/.exec(text)?.[1] ?? "";
  for (const line of [
    "read_only: true",
    "cap_drop: [ALL]",
    'security_opt: ["no-new-privileges:true"]',
    "pids_limit: ",
    "max-size: ",
    "max-file: ",
  ]) {
    expect(confined).toContain(line);
  }
  for (const service of services) {
    expect(service).toContain("<<: *confined");
    expect(service).toMatch(/mem_limit: /);
    expect(service).not.toMatch(/privileged|SYS_|NET_ADMIN|read_only: false|docker\.sock/);
  }
});
