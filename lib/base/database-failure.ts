/**
 * Classifies a thrown database error. Errors are matched by SQLSTATE or the driver's code, never by a message or
 * a constraint's name: messages hold SQL and personal data, and names change.
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

/** There is no connection to the database, or it broke. */
export function isLostConnection(error: unknown): boolean {
  const code = errorCode(error);
  return code !== null && (lostConnection.has(code) || /^08|^57P0[1-5]$/.test(code));
}

/** This process, or the machine, has no file descriptor left, so files and connections cannot be opened now. */
export const isOutOfFiles = (error: unknown): boolean =>
  ["EMFILE", "ENFILE"].includes(errorCode(error) ?? "");

/** The database is unreachable, busy or short of resources; the same call may succeed later. */
export function isTemporaryFailure(error: unknown): boolean {
  const code = errorCode(error);
  if (!code) return false;
  return (
    isLostConnection(error) ||
    isOutOfFiles(error) ||
    isFrozenError(error) ||
    /^53/.test(code) ||
    ["25006", "40001", "40P01", "55P03", "57014", "0A000"].includes(code)
  );
}

/** A repeatable statement may be tried again at once. */
function isTransient(error: unknown): boolean {
  const code = errorCode(error);
  return (
    code !== null && ["40001", "40P01", "0A000", "CONNECTION_CLOSED", "ECONNRESET", "57P01"].includes(code)
  );
}

/** The database refuses the value itself, so the other rows of the batch are not at fault. */
export function isRefusedRow(error: unknown): boolean {
  const code = errorCode(error);
  return code !== null && (/^22/.test(code) || /^23/.test(code) || code === "54000");
}

/** The project is moving to another instance, and no data of it is stored here any more (db/writable.ts). */
export const isFrozenError = (error: unknown): boolean => errorCode(error) === "CH001";

/**
 * For background work: null if the project is frozen. The work was not done here and continues on the other instance.
 */
export const unlessFrozen = <T>(work: Promise<T>): Promise<T | null> =>
  work.catch((error) => {
    if (isFrozenError(error)) return null;
    throw error;
  });

/** Tries again after a deadlock or a dropped connection. Only for statements that may be repeated. */
export async function withRetries<T>(run: () => Promise<T>, maxAttempts = 3): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (attempt >= maxAttempts || !isTransient(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 10 * 2 ** attempt));
    }
  }
}
