/**
 * The parameter that marks links in QR codes, so that their clicks count as scans. Web analytics and other QR code
 * generators use the same one.
 */
export const qrMark = { name: "utm_medium", value: "qr" } as const;
