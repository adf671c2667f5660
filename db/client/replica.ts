import {
  evaluateReplica,
  type ReplicaVerdict,
  type ServerVitals,
  type WalMark,
} from "@/db/client/replica-verdict";
import type { Sql } from "@/db/client/sql";
import { errorCode, isTemporaryFailure } from "@/lib/base/database-failure";
import { Deadline, withDeadline } from "@/lib/base/deadline";
import { describeError, log } from "@/lib/base/log";

type Pools = { sql: Sql; patient: Sql };

type Options = {
  /** Opens connections to the replica. */
  open(max: number | undefined, patient: boolean): Sql;
  primary(): Pools;
  maxLagSeconds: number;
  /** True for the one process of a server that logs when the replica fails and returns. */
  logs: boolean;
};

const everyMs = 2_000;
/** A server that does not answer the check within this counts as down. */
const timeoutMs = 2_000;
const maxMarks = 300;

/**
 * Reads reports from the replica while it is known to be usable, and from the primary otherwise. A background check
 * runs every two seconds, so no caller waits for a replica that is down. A statement that fails because the replica
 * went down is repeated on the primary.
 */
export class Replica {
  private readonly options: Options;
  private pools: Pools | null = null;
  private probe: Sql | null = null;
  private marks: WalMark[] = [];
  private verdict: ReplicaVerdict = { fault: "is not known yet", lagSeconds: null };
  private timer: NodeJS.Timeout | null = null;
  private looking: Promise<void> | null = null;
  private first: Promise<void> | null = null;
  private lastVerdict: "right" | "wrong" | null = null;
  private ended = false;

  constructor(options: Options) {
    this.options = options;
  }

  get isUsed(): boolean {
    return this.pools !== null && this.verdict.fault === null;
  }

  /** The reason why the replica is not used. */
  get fault(): string | null {
    return this.verdict.fault;
  }

  get lagSeconds(): number | null {
    return this.verdict.lagSeconds;
  }

  /** Resolves with the first result of the check. */
  watch(): Promise<void> {
    if (this.first) return this.first;
    this.timer = setInterval(() => void this.check(), everyMs).unref();
    this.first = this.check();
    return this.first;
  }

  get sql(): Sql {
    void this.watch();
    return this.isUsed ? this.orElse(this.pools!.sql) : this.options.primary().sql;
  }

  /** Reads in one transaction, which is repeated on the primary if the replica is lost. */
  async begin<T>(work: (transaction: Sql) => Promise<T>): Promise<T> {
    await this.watch();
    const begin = ({ patient }: Pools) => patient.begin((transaction) => work(transaction as unknown as Sql));
    if (!this.isUsed) return (await begin(this.options.primary())) as T;
    try {
      return (await begin(this.pools!)) as T;
    } catch (error) {
      if (!this.isItsFault(error)) throw error;
      return (await begin(this.options.primary())) as T;
    }
  }

  async end(): Promise<void> {
    this.ended = true;
    if (this.timer) clearInterval(this.timer);
    const { pools, probe } = this;
    this.pools = null;
    this.probe = null;
    await Promise.all([pools?.sql, pools?.patient, probe].map((client) => client?.end({ timeout: 5 })));
  }

  private check(): Promise<void> {
    this.looking ??= this.findOut().finally(() => {
      this.looking = null;
    });
    return this.looking;
  }

  private async findOut(): Promise<void> {
    const at = performance.now() / 1_000;
    const primary = await withDeadline(vitals(this.options.primary().sql), timeoutMs).catch(
      (error: unknown) => ({ error }),
    );
    const replica = await this.readVitals();
    if (this.ended) return;
    if (!("vitals" in replica)) this.wrong(replica.fault, true);
    else if ("error" in primary) {
      // While the primary is down, the lag of its replica is unknown.
      if (primary.error instanceof Deadline || isTemporaryFailure(primary.error)) return;
      this.wrong(`can't be compared with the primary (${errorCode(primary.error)})`, false);
    } else {
      const { maxLagSeconds } = this.options;
      if (primary.position < (this.marks[0]?.position ?? 0)) this.marks = [];
      // A replica that lagged must catch up well before it is used again, or it would alternate.
      const max = this.lastVerdict === "wrong" ? maxLagSeconds / 2 : maxLagSeconds;
      const verdict = evaluateReplica(primary, replica.vitals, this.marks, at, max);
      this.marks = [{ position: primary.position, at }, ...this.marks].slice(0, maxMarks);
      this.verdict = verdict;
      if (verdict.fault) this.wrong(verdict.fault, false);
      else this.right();
    }
  }

  private async readVitals(): Promise<{ vitals: ServerVitals } | { fault: string }> {
    this.probe ??= this.options.open(1, false);
    try {
      return { vitals: await withDeadline(vitals(this.probe), timeoutMs) };
    } catch (error) {
      // The connection may hang, so its end is not awaited.
      void this.probe?.end({ timeout: 0 });
      this.probe = null;
      return { fault: faultOf(errorCode(error)) };
    }
  }

  private right(): void {
    this.pools ??= { sql: this.options.open(undefined, false), patient: this.options.open(2, true) };
    if (this.lastVerdict === "wrong") this.report("info", {}, "reports are read from the replica again");
    this.lastVerdict = "right";
  }

  /** With `isUnreachable`, statements on the replica would wait in vain, and are repeated on the primary. */
  private wrong(fault: string, isUnreachable: boolean): void {
    this.verdict = { fault, lagSeconds: isUnreachable ? null : this.verdict.lagSeconds };
    if (this.lastVerdict !== "wrong")
      this.report("warn", { fault }, "reports are read from the primary: the replica can't be used");
    this.lastVerdict = "wrong";
    if (!isUnreachable || !this.pools) return;
    const { sql, patient } = this.pools;
    this.pools = null;
    void sql.end({ timeout: 0 });
    void patient.end({ timeout: 0 });
  }

  private report(level: "info" | "warn", what: object, line: string): void {
    if (this.options.logs) log()[level](what, line);
  }

  /**
   * Repeats a statement on the primary if it fails because of the replica. Fragments of other statements never fail.
   */
  private orElse(client: Sql): Sql {
    return new Proxy(client, {
      apply: (target, _this, args) => {
        const query = Reflect.apply(target as never, undefined, args) as Rejectable;
        if (typeof query.reject !== "function") return query;
        const { resolve, reject } = query;
        query.reject = (error) => {
          if (!this.isItsFault(error)) return reject(error);
          const again = Reflect.apply(
            this.options.primary().sql as never,
            undefined,
            args,
          ) as Promise<unknown>;
          again.then(resolve, reject);
        };
        return query;
      },
    });
  }

  private isItsFault(error: unknown): boolean {
    const code = errorCode(error) ?? "";
    if (!lost.test(code)) return false;
    log().debug(describeError(error), "the replica failed a report; it is read from the primary");
    void this.check();
    return true;
  }
}

function faultOf(code: string | null): string {
  if (code === null) return "does not respond";
  if (code.startsWith("28")) return `rejects the user or the password (${code})`;
  if (code === "42P01") return "has no Cairn tables";
  return `cannot be read (${code})`;
}

type Rejectable = { resolve(value: unknown): void; reject(error: unknown): void };

/**
 * Lost or refused connections, conflicts of statements with replayed changes, and objects that a replica lacks while it
 * lags. A statement that times out is not included, because the primary would not be faster.
 */
const lost = /^(CONNECT|E[A-Z_]+$|08|28|3D|40|42(P01|703|704|883|501)|53|57P)/;

const vitals = async (client: Sql): Promise<ServerVitals> => {
  const [row] = await client<ServerVitals[]>`
    select pg_is_in_recovery() as standby, s.system_identifier::text as system, d.oid::text as database,
      (select count(*)::int from drizzle.__drizzle_migrations) as migrations,
      pg_wal_lsn_diff(
        case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end,
        '0/0'
      )::float8 as position,
      extract(epoch from now())::float8 as now,
      extract(epoch from pg_last_xact_replay_timestamp())::float8 as replayed_at
    from pg_control_system() s, pg_database d where d.datname = current_database()`;
  return row!;
};
