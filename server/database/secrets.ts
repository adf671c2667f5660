import { randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CannotStart } from "@/lib/base/cannot-start";

const names = ["NEXTAUTH_SECRET", "CRON_SECRET", "ENCRYPTION_KEY"] as const;
export type InstanceSecrets = Record<(typeof names)[number], string>;

const fresh = () => randomBytes(32).toString("base64");

function read(file: string): Partial<InstanceSecrets> | null {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if ((error as { code?: string }).code === "ENOENT") return null;
    throw new CannotStart(`${file} cannot be read (${(error as { code?: string }).code}).`);
  }
  try {
    return JSON.parse(text) as Partial<InstanceSecrets>;
  } catch {
    throw new CannotStart(
      `${file} is not valid JSON. It contains the server's secrets. Restore a copy of it.`,
    );
  }
}

/**
 * Generated secrets: made once and stored, because new ones would sign everybody out and make encrypted data
 * unreadable. Two processes that start at the same time agree on one set.
 */
export function storedSecrets(dataDir: string): InstanceSecrets {
  const file = join(dataDir, "secrets.json");
  const found = read(file);
  if (found && names.every((name) => found[name])) return found as InstanceSecrets;
  const secrets = Object.fromEntries(
    names.map((name) => [name, found?.[name] || fresh()]),
  ) as InstanceSecrets;
  const aside = join(dataDir, `.secrets-${process.pid}-${randomBytes(4).toString("hex")}`);
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o711 });
    writeFileSync(aside, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600, flush: true });
    if (found) renameSync(aside, file);
    else linkSync(aside, file);
    return secrets;
  } catch (error) {
    const code = (error as { code?: string }).code;
    if (code === "EEXIST") return storedSecrets(dataDir);
    throw new CannotStart(`${file} cannot be written (${code}).`);
  } finally {
    rmSync(aside, { force: true });
  }
}
