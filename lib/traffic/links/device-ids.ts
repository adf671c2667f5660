/** The format of device IDs: one rule for every reader. Pure; runs in the browser too. */

const uuid = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/;
const hex = /^[0-9a-f]{8,16}$/;

/** The first was the ID of a whole series of phones and of emulators; people type the others. */
const shared = new Set(["9774d56d682e549c", "0123456789abcdef", "1234567890abcdef", "123456789abcdef"]);

/** Zeros, or one digit repeated, mean that the user does not want to be identified. */
const isShared = (id: string) => /^(.)\1*$/.test(id.replaceAll("-", "")) || shared.has(id);

function shapedAs(form: RegExp, text: string): string | null {
  const id = text.trim().toLowerCase();
  return form.test(id) && !isShared(id) ? id : null;
}

/** An advertising ID or a vendor's ID, in lower case. */
export const parseAdvertisingId = (text: string) => shapedAs(uuid, text);

export const androidIdOf = (text: string) => shapedAs(hex, text);

/** Any ID that identifies a device; null for other texts. */
export const deviceIdOf = (text: string) => parseAdvertisingId(text) ?? androidIdOf(text);

/**
 * An ID with more installs than this does not identify a device, whatever its format: it is a default, an emulator's,
 * or from a copied disk.
 */
export const maxInstallsOfADevice = 20;
