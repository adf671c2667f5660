/**
 * What a thrown database error means. Matched by SQLSTATE or the driver's code, never by a message or a
 * constraint's name: messages hold SQL and personal data, names change.
 */
const lostConnection = new Set([
  "CONNECTION_CLOSED",
  "CONNECTION_ENDED",
  "CONNECTION_DESTROYED",
  "CONNECT_TIMEOUT",
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOENT",
  "EPIPE",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
]);

export function errorCode(error: unknown): string | null {
  for (let cause = error, depth = 0; cause && depth < 4; depth++) {
    const code = (cause as { code?: unknown }).code;
    if (typeof code === "string") return code;
    cause = (cause as { cause?: unknown }).cause;
  }
  return null;
}

/** There is nobody to talk to, or nobody any more. */
export function isLostConnection(error: unknown): boolean {
  const code = errorCode(error);
  return code !== null && (lostConnection.has(code) || /^08|^57P0[1-5]$/.test(code));
}

/** The database is away, busy or in the way; the same call may succeed later. */
export function isPassing(error: unknown): boolean {
  const code = errorCode(error);
  if (!code) return false;
  return (
    isLostConnection(error) ||
    /^53/.test(code) ||
    ["25006", "40001", "40P01", "55P03", "57014", "0A000"].includes(code)
  );
}

/** Worth trying again at once for a statement that may be repeated. */
function isTransient(error: unknown): boolean {
  const code = errorCode(error);
  return (
    code !== null && ["40001", "40P01", "0A000", "CONNECTION_CLOSED", "ECONNRESET", "57P01"].includes(code)
  );
}

/** The value itself is what the database refuses: its neighbours in a batch are innocent. */
export function isRefusedRow(error: unknown): boolean {
  const code = errorCode(error);
  return code !== null && (/^22/.test(code) || /^23/.test(code) || code === "54000");
}

/** For statements that may be repeated: tries again after a deadlock or a dropped connection. */
export async function retrying<T>(run: () => Promise<T>, tries = 3): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (attempt >= tries || !isTransient(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 10 * 2 ** attempt));
    }
  }
}
