import { Socket } from "node:net";

/** What the driver knows of where the database is; several hosts are tried one after the other. */
type Place = { host: string[]; port: number[]; path?: string | false; ssl?: unknown };

/** Shorter-lived than this, a connection led to nobody who could be talked to: the next one is to another host. */
const shortLifeMs = 1_000;

/**
 * Opens connections for the driver and ends those that answer nothing any more.
 *
 * A balancer or a failing host can leave a connection that still takes bytes and never gives any. The driver waits on
 * it for ever, and so does everybody whose statement it carries. The server ends each statement after its own
 * time-out, so a connection that owes an answer for longer than that is lost: it is thrown away, the driver opens
 * another, and what it carried is reported as a lost connection, after which work that may be repeated is.
 */
export function watchedSockets(
  patienceMs: number,
  /** In place of the one that the driver knows. */
  hosts?: { host: string; port: number }[],
): (place: unknown) => Socket {
  const watches = new Set<Watch>();
  let timer: NodeJS.Timeout | null = null;
  let turn = 0;

  const look = () => {
    for (const watch of watches) {
      const since = watch.look(performance.now());
      if (since === null) continue;
      // Whatever silenced it may have silenced those, too, of which nothing was heard since; one after the other they
      // would keep whoever asks waiting for as long again.
      for (const other of watches) other.endIfUnheard(since);
    }
    if (watches.size > 0 || timer === null) return;
    clearInterval(timer);
    timer = null;
  };

  return (given) => {
    const { path, ssl, ...told } = given as Place;
    const host = hosts?.map((one) => one.host) ?? told.host;
    const port = hosts?.map((one) => one.port) ?? told.port;
    const socket = new Socket();
    if (path) socket.connect(path);
    else {
      const at = turn % host.length;
      const began = performance.now();
      // The driver reads the name it is to check certificates against from here.
      Object.assign(socket, { host: host[at], port: port[at], ssl });
      socket.on("close", () => {
        if (performance.now() - began < shortLifeMs && turn % host.length === at) turn++;
      });
      socket.connect(port[at]!, host[at]!);
    }
    // After connect(), which puts the socket's own way of writing back.
    const watch = new Watch(socket, patienceMs, Boolean(ssl));
    watches.add(watch);
    socket.on("close", () => watches.delete(watch));
    timer ??= setInterval(look, Math.min(1_000, patienceMs / 4)).unref();
    return socket;
  };
}

class Watch {
  /** Since when it owes an answer. */
  private since: number | null = null;
  private heardAt = performance.now();
  private read = 0;
  private readonly socket: Socket;
  private readonly patienceMs: number;
  private readonly encrypted: boolean;

  constructor(socket: Socket, patienceMs: number, encrypted: boolean) {
    this.socket = socket;
    this.patienceMs = patienceMs;
    this.encrypted = encrypted;
    if (encrypted) return;
    const write = socket.write;
    socket.write = ((...args: Parameters<typeof write>) => {
      this.since ??= performance.now();
      return write.apply(socket, args);
    }) as typeof write;
    socket.on("data", () => {
      this.since = null;
      this.heardAt = performance.now();
    });
    // Once the server has spoken: before, an error is how the driver learns that there is none.
    socket.once("data", () => endQuietly(socket));
  }

  /** Since when it owed an answer if it has just been thrown away. */
  look(now: number): number | null {
    if (this.encrypted) this.lookForSilence(now);
    if (this.since === null || now - this.since < this.patienceMs) return null;
    this.socket.destroy();
    return this.since;
  }

  /** One on which nothing is asked. */
  endIfUnheard(since: number): void {
    if (this.since === null && this.heardAt < since) this.socket.destroy();
  }

  /** What is encrypted passes the socket by, but for its counters: there, silence counts, also of one that is idle. */
  private lookForSilence(now: number): void {
    if (this.socket.bytesRead !== this.read) this.since = now;
    this.since ??= now;
    this.read = this.socket.bytesRead;
  }
}

/**
 * From an error until the connection is closed, a moment later, the driver (3.4.9) still hands it statements and then
 * forgets them: nobody hears of them again. A connection that merely closes it treats well, so that is all it is told.
 */
function endQuietly(socket: Socket): void {
  const emit = socket.emit;
  socket.emit = ((name: string, ...args: unknown[]) => {
    if (name === "error") return true;
    return Reflect.apply(emit, socket, [name, ...(name === "close" ? [false] : args)]);
  }) as typeof emit;
}
