import { Refusal } from "@/lib/base/refusal";

/** Reads a stream up to a limit. The rest of a longer body is not read. */
export async function readBody(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  announced: string | null,
  limit: number,
): Promise<Uint8Array> {
  if (announced !== null && Number(announced) > limit) throw bodyTooLarge(limit);
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of chunks) {
    size += part.byteLength;
    if (size > limit) throw bodyTooLarge(limit);
    parts.push(part);
  }
  return joinBytes(parts);
}

export const joinBytes = (parts: Uint8Array[]): Uint8Array =>
  parts.length === 1 ? parts[0]! : Buffer.concat(parts);

export const bodyTooLarge = (limit: number) =>
  new Refusal(
    "body_too_large",
    `The body is larger than ${limit >= 1_048_576 ? `${limit / 1_048_576} MB` : `${limit / 1024} KB`}.`,
  );

export function refuseEncoding(encoding: string | null): void {
  if (encoding && encoding.toLowerCase() !== "identity") {
    throw new Refusal(
      "compressed_body",
      "A compressed body is not accepted. Send it without Content-Encoding.",
    );
  }
}
