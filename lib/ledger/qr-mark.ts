/**
 * The parameter of the links in QR codes, by which a click is a scan. It is the one that web analytics know, too, and
 * other QR code generators can set it.
 */
export const qrMark = { name: "utm_medium", value: "qr" } as const;
