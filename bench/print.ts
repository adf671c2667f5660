export const printLine = (line: string) => process.stdout.write(`${line}\n`);

export const formatCount = (n: number) => n.toLocaleString("en-US");

/** The value of `--name 5` among the arguments. */
export function numberArgument(args: string[], name: string, defaultValue: number): number {
  const i = args.indexOf(`--${name}`);
  return i < 0 ? defaultValue : Number(args[i + 1]);
}

export function textArgument(args: string[], name: string): string | null {
  const i = args.indexOf(`--${name}`);
  return i < 0 ? null : (args[i + 1] ?? null);
}

export const goalVerdict = (ratio: number, goal: number) =>
  `${ratio.toFixed(2)} (goal ${Number(goal.toFixed(2))}: ${ratio >= goal ? "met" : "missed"})`;
