import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { CommandOption, GivenOptions } from "@/bin/admin/cli/command";
import { Refusal } from "@/lib/base/refusal";
import type { FollowRound } from "@/lib/moving/follow";

export const followOptions: Record<string, CommandOption> = {
  follow: { help: "Follow changes, and freeze the project only for the last seconds" },
  "switch-after": {
    value: "SECONDS",
    help: "With --follow: freeze it after this many seconds, once few rows remain; 0 for immediately (default: ask)",
  },
};

/** The longest round after which the project may be frozen. The freeze lasts about as long, plus two seconds. */
const littleSeconds = 10;
/** If a round takes nearly as long as the one before, waiting longer does not make the freeze shorter. */
const asBefore = 0.7;
const pauseSeconds = 30;

/** Decides after each round if the project is frozen now; undefined for an export as of one moment. */
export function switchAfter(
  given: GivenOptions,
  progress: (line: string) => void,
): ((left: FollowRound) => Promise<boolean>) | undefined {
  const text = given.text("switch-after");
  if (!given.is("follow")) {
    if (text !== undefined) throw new Refusal("invalid_request", "--switch-after needs --follow.");
    return undefined;
  }
  if (text === undefined && (!process.stdin.isTTY || given.is("json")))
    throw new Refusal(
      "invalid_request",
      "There is no terminal to ask when to switch. Add --switch-after SECONDS.",
    );
  if (text !== undefined && !/^\d{1,7}$/.test(text))
    throw new Refusal("invalid_request", "--switch-after must be a number of seconds, such as 0 or 600.");
  const begin = performance.now();
  const waitFor = text === undefined ? enter(progress) : limit(begin + Number(text) * 1_000);
  let before = Number.POSITIVE_INFINITY;
  return async ({ seconds, rows, deleted }) => {
    const isLittle = seconds <= littleSeconds || seconds >= before * asBefore;
    before = seconds;
    progress(`${rows + deleted} rows changed, in a round of ${seconds.toFixed(1)} seconds.`);
    return isLittle ? waitFor() : false;
  };
}

/** True at the set time; false after a pause, so that changes are sent meanwhile and do not accumulate. */
const limit = (end: number) => async () => {
  const left = end - performance.now();
  if (left <= 0) return true;
  await sleep(Math.min(left, pauseSeconds * 1_000));
  return false;
};

function enter(progress: (line: string) => void) {
  let pressed: Promise<boolean> | null = null;
  return async () => {
    if (!pressed) progress("Few rows remain. Press Enter to freeze the project and send the rest.");
    pressed ??= once(process.stdin, "data").then(() => {
      process.stdin.pause();
      return true;
    });
    const pause = new AbortController();
    const later = sleep(pauseSeconds * 1_000, false, { signal: pause.signal }).catch(() => false);
    // A pending timer would keep the process and the pipe open while the project is frozen.
    return Promise.race([pressed, later]).finally(() => pause.abort());
  };
}
