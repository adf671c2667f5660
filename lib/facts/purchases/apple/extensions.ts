/** Reads the IDs of a certificate's extensions, which Node does not show. Only the needed part of DER. */

type Element = { tag: number; start: number; end: number };

class NotDer extends Error {}

function elementAt(der: Uint8Array, at: number, limit: number): Element {
  const tag = der[at];
  let length = der[at + 1];
  if (tag === undefined || length === undefined || at + 2 > limit) throw new NotDer();
  let start = at + 2;
  if (length & 0x80) {
    const bytes = length & 0x7f;
    if (bytes === 0 || bytes > 3 || start + bytes > limit) throw new NotDer();
    length = 0;
    for (const end = start + bytes; start < end; start++) length = length * 256 + der[start]!;
  }
  if (start + length > limit) throw new NotDer();
  return { tag, start, end: start + length };
}

function elementsOf(der: Uint8Array, { start, end }: Pick<Element, "start" | "end">): Element[] {
  const found: Element[] = [];
  for (let at = start; at < end; ) {
    const element = elementAt(der, at, end);
    found.push(element);
    at = element.end;
  }
  return found;
}

function firstOf(der: Uint8Array, within: Pick<Element, "start" | "end">): Element {
  const [first] = elementsOf(der, within);
  if (!first) throw new NotDer();
  return first;
}

const objectId = 0x06;
/** The extensions of a certificate are its field with this tag. */
const extensions = 0xa3;

/** Numbers have seven bits a byte, and all their bytes but the last have the eighth. The first one is two numbers. */
function idOf(der: Uint8Array, { start, end }: Element): string {
  const numbers: number[] = [];
  let value = 0;
  for (let at = start; at < end; at++) {
    value = value * 128 + (der[at]! & 0x7f);
    if (der[at]! & 0x80) continue;
    if (numbers.length > 0) numbers.push(value);
    else {
      const first = Math.min(Math.floor(value / 40), 2);
      numbers.push(first, value - first * 40);
    }
    value = 0;
  }
  return numbers.join(".");
}

/** The IDs of a certificate's extensions; none if it can't be read. */
export function extensionIds(der: Uint8Array): string[] {
  try {
    const body = firstOf(der, firstOf(der, { start: 0, end: der.length }));
    const field = elementsOf(der, body).find(({ tag }) => tag === extensions);
    if (!field) return [];
    return elementsOf(der, firstOf(der, field)).flatMap((extension) => {
      const id = firstOf(der, extension);
      return id.tag === objectId ? [idOf(der, id)] : [];
    });
  } catch (error) {
    if (error instanceof NotDer) return [];
    throw error;
  }
}
