import { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** What the driver knows of where the database is; several hosts are tried one after the other. */
type Place = { host: string[]; port: number[]; path?: string | false; ssl?: unknown };

/** Shorter-lived than this, a connection led to nobody who could be talked to: the next one is to another host. */
const shortLifeMs = 1_000;
/** How long one of several hosts may take to be connected to before the next one is tried. */
const connectMs = 2_000;
/** Between two rounds over all of them. */
const roundMs = 250;

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
  hosts?: Host[],
): (place: unknown) => Socket | Promise<Socket> {
  const watches = new Set<Watch>();
  let timer: NodeJS.Timeout | null = null;
  const turn = hosts ? turnOf(hosts) : { at: 0, inVain: 0 };

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

  const open = (given: unknown) => {
    const { path, ssl, ...told } = given as Place;
    const host = hosts?.map((one) => one.host) ?? told.host;
    const port = hosts?.map((one) => one.port) ?? told.port;
    const socket = new Socket();
    if (path) socket.connect(path);
    else {
      const { at } = turn;
      const began = performance.now();
      // The driver reads the name it is to check certificates against from here.
      Object.assign(socket, { host: host[at], port: port[at], ssl });
      socket.on("close", () => {
        if (performance.now() - began > shortLifeMs) turn.inVain = 0;
        else if (turn.at === at) goOn(turn, host.length);
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
  if (!hosts) return open;
  return async (given) => {
    // All were tried, and none will do: each is away, or a standby that the driver hung up on.
    if (turn.inVain >= hosts.length) await sleep(roundMs);
    for (let tried = 1; tried < hosts.length; tried++) {
      const { at } = turn;
      const socket = open(given);
      if (await connects(socket)) return socket;
      if (turn.at === at) goOn(turn, hosts.length);
    }
    return open(given);
  };
}

type Host = { host: string; port: number };
type Turn = { at: number; inVain: number };

/** All clients of the process go to the host that one of them has found. */
const turns = new Map<string, Turn>();

function turnOf(hosts: Host[]): Turn {
  const key = hosts.map(({ host, port }) => `${host}:${port}`).join();
  const turn = turns.get(key) ?? { at: 0, inVain: 0 };
  turns.set(key, turn);
  return turn;
}

function goOn(turn: Turn, count: number): void {
  turn.at = (turn.at + 1) % count;
  turn.inVain++;
}

function connects(socket: Socket): Promise<boolean> {
  return new Promise((resolve) => {
    const failed = () => resolve(false);
    const timer = setTimeout(() => socket.destroy(), connectMs);
    socket.on("error", failed).on("close", failed);
    socket.once("connect", () => {
      clearTimeout(timer);
      socket.off("error", failed).off("close", failed);
      resolve(true);
    });
  });
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
