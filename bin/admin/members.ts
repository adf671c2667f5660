import { type Command, checked } from "@/bin/admin/command";
import { passwordIn, passwordOptions } from "@/bin/admin/password-input";
import { roles } from "@/lib/accounts/access/roles";
import { accountNamed, createMember } from "@/lib/accounts/create-member";
import { newMember, newPassword } from "@/lib/accounts/schema";
import { setPassword } from "@/lib/accounts/set-password";

export const memberCommands: Command[] = [
  {
    name: "user create",
    summary: "Make somebody a member who signs in here; the first one of an account owns it",
    options: {
      email: { value: "E", required: true, help: "What they sign in with" },
      ...passwordOptions,
      name: { value: "N", help: "How they are called; the beginning of the e-mail unless given" },
      account: {
        value: "A",
        help: "Id or name of the account, made if there is none of that name; the first unless given",
      },
      role: { value: "R", help: `One of ${roles.join(", ")}; viewer unless given, and owner for the first` },
    },
    async run(given) {
      const wanted = checked(newMember, {
        email: given.text("email"),
        password: await passwordIn(given),
        name: given.text("name"),
        role: given.text("role"),
      });
      const account = await accountNamed(given.text("account") ?? null);
      const name = wanted.name ?? wanted.email.split("@")[0] ?? "";
      const made = await createMember(account, { ...wanted, name });
      return { member_id: made.member_id, email: wanted.email, account_id: account, role: made.role };
    },
  },
  {
    name: "user password",
    summary: "Give a member who forgot it a new password; all their sessions end",
    options: {
      email: { value: "E", required: true, help: "What they sign in with" },
      ...passwordOptions,
    },
    async run(given) {
      return setPassword(
        checked(newPassword, { email: given.text("email"), password: await passwordIn(given) }),
      );
    },
  },
];
