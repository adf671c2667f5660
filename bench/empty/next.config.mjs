import { join } from "node:path";

export default { poweredByHeader: false, turbopack: { root: join(import.meta.dirname, "..", "..") } };
