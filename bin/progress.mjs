// Prints each step with its duration, one line each, on standard error, because standard output is for answers. A
// terminal shows running steps with a clock; a log file gets a line only for long steps and for ended ones.

const clock = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

export function createProgress({ stream = process.stderr, lastsAfter = 2000 } = {}) {
  const live = stream.isTTY === true;
  const running = new Map();
  let timer = null;

  const erase = () => live && stream.write("\r\x1b[2K");
  const draw = () => {
    if (!live || running.size === 0) return;
    const line = [...running]
      .map(([label, { since, part }]) => `${label} ${part}${clock(since)}`)
      .join("   ");
    stream.write(`\r\x1b[2K  … ${line}`.slice(0, (stream.columns ?? 80) + 4));
  };

  function line(text) {
    erase();
    stream.write(`${text}\n`);
    draw();
  }

  /**
   * `note` is the result of the finished step, `bar` the progress of the running one.
   * @template T
   * @param {string} label
   * @param {(note: (text: string, failed?: boolean) => void, bar: (share: number, text: string) => void) => T | Promise<T>} work
   * @returns {Promise<T>}
   */
  async function step(label, work) {
    const since = performance.now();
    let remark = "";
    let bad = false;
    const state = { since, part: "" };
    running.set(label, state);
    let told = 0;
    const bar = (share, text) => {
      const full = Math.round(share * 24);
      state.part = `${"█".repeat(full)}${"░".repeat(24 - full)} ${Math.round(share * 100)} %  ${text}  `;
      if (!live && share - told >= 0.25) {
        told = share;
        line(`  … ${label}: ${Math.round(share * 100)} %, ${text}`);
      }
    };
    const slow = live ? null : setTimeout(() => line(`  … ${label}`), lastsAfter);
    if (live && !timer) {
      timer = setInterval(draw, 100);
      timer.unref();
    }
    draw();
    const finish = (mark) => {
      if (slow) clearTimeout(slow);
      running.delete(label);
      if (running.size === 0 && timer) {
        clearInterval(timer);
        timer = null;
      }
      line(`  ${mark} ${label.padEnd(32)}${clock(since).padStart(8)}${remark ? `   ${remark}` : ""}`);
    };
    try {
      const result = await work((text, failed = false) => {
        remark = text;
        bad = failed;
      }, bar);
      finish(bad ? "✗" : "✓");
      return result;
    } catch (error) {
      finish("✗");
      throw error;
    }
  }

  return { step, line };
}
