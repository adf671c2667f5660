/** A tar archive (ustar, POSIX.1-1988) of small files. The same files make the same bytes. */

type TarFile = { path: string; body: Uint8Array };

const block = 512;

export function tar(files: readonly TarFile[]): Buffer {
  const parts: Buffer[] = [];
  for (const { path, body } of files) {
    const padding = Buffer.alloc((block - (body.length % block)) % block);
    parts.push(headerOf(path, body.length), Buffer.from(body), padding);
  }
  // Two empty blocks end the archive.
  return Buffer.concat([...parts, Buffer.alloc(2 * block)]);
}

/**
 * Long before any file was written, as in package managers, so that an archive does not reveal its time of creation.
 */
const madeAt = Date.UTC(1985, 9, 26, 8, 15) / 1_000;

function headerOf(path: string, size: number): Buffer {
  if (Buffer.byteLength(path) > 100) throw new Error(`${path} is too long for a tar archive.`);
  const header = Buffer.alloc(block);
  const octal = (value: number, at: number, digits: number) =>
    header.write(`${value.toString(8).padStart(digits, "0")}\0`, at, "ascii");
  header.write(path, 0, "utf8");
  octal(0o644, 100, 7);
  octal(0, 108, 7);
  octal(0, 116, 7);
  octal(size, 124, 11);
  octal(madeAt, 136, 11);
  // The checksum's own field counts as spaces in the checksum.
  header.fill(" ", 148, 156);
  // An ordinary file. The magic and its version follow the link name, which stays empty.
  header.write("0", 156, "ascii");
  header.write("ustar\x0000", 257, "ascii");
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148, "ascii");
  return header;
}
