import common from "@/lib/accounts/common-passwords.json" with { type: "json" };
import { hashPassword } from "@/lib/accounts/password";
import { Refusal } from "@/lib/base/refusal";

const known = new Set(common.passwords.split(" "));

const guessed = "This password is easy to guess. Choose another one.";

/** People append such characters to a word to make it long enough or to satisfy a rule. */
const ending = /[^\p{L}]{1,4}$/u;

export function isGuessable(password: string, email: string): boolean {
  const plain = password.normalize("NFKC").toLowerCase();
  const [name = ""] = email.toLowerCase().split("@");
  const isWord = (text: string) => known.has(text) || text === name || text === "cairn";
  return (
    plain === email.toLowerCase() ||
    new Set(plain).size < 4 ||
    isWord(plain) ||
    isWord(plain.replace(ending, ""))
  );
}

/** The hash of a newly chosen password. `field` is its name in the form. */
export async function hashNewPassword(password: string, email: string, field = "password"): Promise<string> {
  if (isGuessable(password, email))
    throw new Refusal("invalid_request", guessed, { fields: { [field]: guessed } });
  return hashPassword(password);
}
