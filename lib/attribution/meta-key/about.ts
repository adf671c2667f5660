/** Which row a sealed key belongs to. */
export const metaKeyContext = (project: number) => `meta key ${project}`;
