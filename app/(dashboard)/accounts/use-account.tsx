"use client";

import { useSession } from "@/app/(dashboard)/shell/session";
import { Select } from "@/components/fields/select";
import { urlInteger, useUrlState } from "@/components/use-url-state";
import { t } from "@/lib/base/languages/texts";

const codecs = { account: urlInteger(0) };

/** The account of a page: the one in the address, otherwise the account of the open project. */
export function useAccount() {
  const { me, account } = useSession();
  const [{ account: id }] = useUrlState(codecs);
  return me?.accounts.find((each) => each.id === id) ?? account;
}

/** Only for members of several accounts. */
export function AccountSelect() {
  const { me } = useSession();
  const account = useAccount();
  const [, setState] = useUrlState(codecs);
  if (!me || me.accounts.length < 2 || !account) return null;
  return (
    <Select
      aria-label={t("Account")}
      className="w-48"
      value={String(account.id)}
      options={me.accounts.map((each) => ({ value: String(each.id), label: each.name }))}
      onValueChange={(value) => setState({ account: Number(value) })}
    />
  );
}
