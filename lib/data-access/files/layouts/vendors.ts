import { adjustLayout } from "@/lib/data-access/files/layouts/adjust";
import { appsFlyerLayout } from "@/lib/data-access/files/layouts/appsflyer";
import type { VendorLayout } from "@/lib/data-access/files/layouts/layout";
import type { StoredLayout } from "@/lib/data-access/files/layouts/stored";

export const vendorLayoutOf = (stored: StoredLayout): VendorLayout =>
  stored.vendor === "adjust" ? adjustLayout(stored.definition) : appsFlyerLayout;
