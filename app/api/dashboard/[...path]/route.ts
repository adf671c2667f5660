import { dashboardRoutes } from "@/app/api/dashboard/routes";
import { mountRoutes } from "@/lib/platform/http/mount";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mountRoutes(
  "/api/dashboard",
  dashboardRoutes,
);
