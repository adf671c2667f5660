"use client";

import { Share2 } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import type { DayWindow } from "@/app/(dashboard)/shell/dates/window";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { SecretReveal } from "@/components/dialogs/secret-reveal";
import { GatedButton } from "@/components/ui/gated";
import type { ShareInput } from "@/lib/activity/shares/schema";
import { t } from "@/lib/base/languages/texts";

type ShareButtonProps = {
  /** The default title of the link. */
  title: string;
  shown: ShareInput["shown"];
  window: DayWindow;
  today: string;
  /** In the header of a card, next to other small buttons. */
  small?: boolean;
};

const ShareDialog = dynamic(() => import("./share-dialog").then((module) => module.ShareDialog), {
  ssr: false,
});

/** Creates a link to the current view for people without an account. */
export function ShareButton({ title, shown, window, today, small }: ShareButtonProps) {
  const [open, setOpen] = useState(false);
  const [link, setLink] = useState<string | null>(null);
  const reason = useMissingRoleText("shares.write");
  return (
    <>
      <GatedButton
        reason={reason}
        onClick={() => setOpen(true)}
        {...(small
          ? ({ size: "sm", variant: "ghost", "aria-label": t("Share {title}", { title }) } as const)
          : {})}
      >
        <Share2 className={small ? "size-3.5 text-faint" : undefined} />
        {t("Share##button")}
      </GatedButton>
      {open ? (
        <ShareDialog {...{ title, shown, window, today }} onClose={() => setOpen(false)} onMade={setLink} />
      ) : null}
      <SecretReveal
        secret={link}
        title={t("Share link created")}
        description={t(
          "Anyone with this link can see these figures until it ends. It won't be shown again; you can revoke it in Settings, under Share links.",
        )}
        label={t("Copy link")}
        savedLabel={t("I've copied or sent the link")}
        onDone={() => setLink(null)}
      />
    </>
  );
}
