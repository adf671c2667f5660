import { LRUCache } from "lru-cache";
import QRCode from "qrcode";

/** A code with more characters is too dense for most cameras. */
export const maxInCode = 600;

type Code = { size: number; path: string };

/** Drawing one takes a millisecond, and most visitors follow the same few links. */
const drawn = new LRUCache<string, Code>({ max: 500 });

/** A QR code as the path of an SVG, with the white border that readers need. */
export function qrPath(link: string): Code {
  const known = drawn.get(link);
  if (known) return known;
  const { modules } = QRCode.create(link, { errorCorrectionLevel: "M" });
  const border = 4;
  let path = "";
  for (let y = 0; y < modules.size; y++) {
    for (let x = 0; x < modules.size; x++) {
      if (!modules.get(y, x)) continue;
      let width = 1;
      while (x + width < modules.size && modules.get(y, x + width)) width++;
      path += `M${x + border} ${y + border}h${width}v1h-${width}z`;
      x += width;
    }
  }
  const code = { size: modules.size + 2 * border, path };
  drawn.set(link, code);
  return code;
}
