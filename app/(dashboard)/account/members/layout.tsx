export { AccountFrame as default } from "@/app/(dashboard)/settings/settings-menu";
