import { dashboardRoutes } from "@/app/api/dashboard/routes";
import { mount } from "@/lib/platform/http/mount";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount("/api/dashboard", dashboardRoutes);
