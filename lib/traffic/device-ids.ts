/** What an id of a device looks like: one rule for whoever reads one. Pure; runs in the browser too. */

const uuid = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/;
const hex = /^[0-9a-f]{8,16}$/;

/** The first was given to a whole series of phones and to emulators; the others are what people type. */
const shared = new Set(["9774d56d682e549c", "0123456789abcdef", "1234567890abcdef", "123456789abcdef"]);

/** Zeros, or any one digit over and over, mean that somebody does not want to be told apart. */
const isNobodys = (id: string) => /^(.)\1*$/.test(id.replaceAll("-", "")) || shared.has(id);

function shapedAs(form: RegExp, text: string): string | null {
  const id = text.trim().toLowerCase();
  return form.test(id) && !isNobodys(id) ? id : null;
}

/** An advertising id or a vendor's, in lower case. */
export const advertisingIdOf = (text: string) => shapedAs(uuid, text);

export const androidIdOf = (text: string) => shapedAs(hex, text);

/** Any of those that a device is known by; null for what is none. */
export const deviceIdOf = (text: string) => advertisingIdOf(text) ?? androidIdOf(text);

/**
 * What stands on more installs than that is the id of no single device, whatever it looks like: somebody's default, an
 * emulator's, a copied disk's.
 */
export const mostInstallsOfADevice = 20;
