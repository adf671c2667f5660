/** Names the row of encrypted credentials of a storage for scheduled files. */
export const aboutFileExport = (project: number, id: number) => `file-export ${project} ${id}`;
