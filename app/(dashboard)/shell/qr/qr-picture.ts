/** A QR code with a logo, composed in the browser: the logo is never uploaded. */

/** Shares of the code's width. The plate around the logo covers 6 % of a code that can lose 30 %. */
const logoShare = 0.2;
const plateShare = 0.25;

/** The code with the square logo in its middle. */
export function withLogo(svg: string, logo: string, background: string): string {
  const side = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1]);
  if (!side) throw new Error("The QR code has no size.");
  const square = (share: number) => {
    const length = side * share;
    const from = (side - length) / 2;
    return `x="${from}" y="${from}" width="${length}" height="${length}"`;
  };
  const plate = `<rect ${square(plateShare)} rx="${side * 0.02}" fill="${background}"/>`;
  return svg.replace("</svg>", `${plate}<image ${square(logoShare)} href="${logo}"/></svg>`);
}

const inside = 256;

/** Converts an image file of any shape to a square image. */
export async function logoOf(file: File): Promise<string> {
  const address = URL.createObjectURL(file);
  try {
    const image = await loaded(address);
    const scale = inside / Math.max(image.naturalWidth, image.naturalHeight);
    const [width, height] = [image.naturalWidth * scale, image.naturalHeight * scale];
    return drawn(inside, (context) =>
      context.drawImage(image, (inside - width) / 2, (inside - height) / 2, width, height),
    ).toDataURL("image/png");
  } finally {
    URL.revokeObjectURL(address);
  }
}

export async function pngOf(svg: string, size: number): Promise<Blob> {
  const image = await loaded(dataUrlOf(svg));
  const canvas = drawn(size, (context) => context.drawImage(image, 0, 0, size, size));
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The picture could not be drawn.")))),
  );
}

export const dataUrlOf = (svg: string) => `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;

function drawn(size: number, draw: (context: CanvasRenderingContext2D) => void): HTMLCanvasElement {
  const canvas = Object.assign(document.createElement("canvas"), { width: size, height: size });
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser cannot draw.");
  draw(context);
  return canvas;
}

function loaded(address: string): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => resolve(image);
    image.onerror = () => reject(new Error("This file isn't a picture that your browser can show."));
    image.src = address;
  });
}

/** The printed size of a picture with this many dots, and the maximum distance for a phone. */
export function printSizeText(size: number): string {
  const centimetres = (size / 300) * 2.54;
  const metres = (centimetres * 10) / 100;
  return `Sharp in print up to ${centimetres.toFixed(1)} cm wide, which scans from about ${metres.toFixed(1)} m away.`;
}
