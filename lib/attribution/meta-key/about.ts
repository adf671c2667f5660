/** Which row a sealed key belongs to. */
export const aboutMetaKey = (project: number) => `meta key ${project}`;
