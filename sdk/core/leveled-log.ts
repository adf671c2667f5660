import type { Logger, LogLevel } from "./platform";

const levels: LogLevel[] = ["off", "error", "warn", "info"];

/** The app's log, limited to the levels that the app chose. */
export class LeveledLog {
  private readonly sink: Logger;
  private level: LogLevel = "warn";

  constructor(sink: Logger) {
    this.sink = sink;
  }

  readonly write: Logger = (level, message) => {
    if (levels.indexOf(level) <= levels.indexOf(this.level)) this.sink(level, message);
  };

  show(level: LogLevel): void {
    if (levels.includes(level)) this.level = level;
    else this.write("warn", `log takes one of ${levels.join(", ")}`);
  }
}
