import { chmodSync, mkdirSync } from "node:fs";
import { type AddressInfo, createServer, connect as netConnect, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { env } from "@/lib/base/env";

/** A proxy to the database that can be cut or blocked, while the tests keep their own connection. */
export class DatabaseProxy {
  private readonly server: Server;
  private readonly ends = new Set<Socket>();
  private state: "open" | "cut" | "clogged" = "open";
  readonly folder: string;

  /** `to` is the port of a server other than the tests' one; the proxy then listens on a port, too. */
  constructor(folder: string, to?: { port: number }) {
    this.folder = folder;
    mkdirSync(folder);
    this.server = createServer((near) => {
      if (this.state === "cut") return near.destroy();
      const far = to
        ? netConnect(to.port, "127.0.0.1")
        : netConnect(join(env.DATABASE_SOCKET ?? "", ".s.PGSQL.5432"));
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        this.ends.add(from);
        from.pipe(to);
        from.on("error", () => to.destroy());
        from.on("close", () => {
          this.ends.delete(from);
          to.destroy();
        });
        if (this.state === "clogged") from.pause();
      }
    });
  }

  /** Listens on a port instead of a socket in the folder. */
  async beginAtPort(): Promise<number> {
    await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve));
    return (this.server.address() as AddressInfo).port;
  }

  async begin() {
    await new Promise<void>((resolve) => this.server.listen(join(this.folder, ".s.PGSQL.5432"), resolve));
    chmodSync(join(this.folder, ".s.PGSQL.5432"), 0o777);
  }

  open() {
    this.state = "open";
    for (const end of this.ends) end.resume();
  }

  cut() {
    this.state = "cut";
    for (const end of this.ends) end.destroy();
  }

  clog() {
    this.state = "clogged";
    for (const end of this.ends) end.pause();
  }

  /** Behaves like a balancer whose host failed: open connections remain silent, new ones work. */
  freeze() {
    for (const end of this.ends) {
      end.removeAllListeners("data").removeAllListeners("readable").unpipe();
      end.on("data", () => {});
    }
  }

  end() {
    this.cut();
    this.server.close();
  }
}
