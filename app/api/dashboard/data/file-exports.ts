import { idParams, removedById } from "@/lib/base/fields";
import {
  addFileExport,
  changeFileExport,
  listEarlierFiles,
  listFileExports,
  listFileRuns,
  readServerKey,
  removeFileExport,
  runFilesNow,
  testStorage,
} from "@/lib/data-access/files/exports";
import { previewLayout } from "@/lib/data-access/files/preview";
import {
  earlierFiles,
  earlierFilesQuery,
  fileExportInput,
  fileExportList,
  fileRunList,
  hostKeyBody,
  hostKeyRead,
  layoutPreview,
  oneFileExport,
  previewBody,
  runFilesBody,
  storageTested,
} from "@/lib/data-access/files/schema";
import { projectEndpoint } from "@/lib/gateway/project-endpoint";

const tag = "Scheduled files";
const params = idParams("id");

export const fileExportsRoutes = {
  "/projects/:project/file-exports": {
    GET: projectEndpoint("files.read", {
      summary: "List scheduled files with their last runs",
      tag,
      msg: "Scheduled files.",
      data: fileExportList,
      run: ({ project, now }) => listFileExports(project, now),
    }),
    POST: projectEndpoint("files.write", {
      summary: "Schedule files",
      description:
        "The first run writes all rows of the datasets, and each later run those that have changed since. Secrets are stored encrypted and never returned.",
      tag,
      body: fileExportInput,
      status: 201,
      msg: "Files scheduled.",
      data: oneFileExport,
      refusals: { 409: { description: "The limit is reached." } },
      run: ({ project, body, by, now }) => addFileExport(project, body, by, now),
    }),
  },
  "/projects/:project/file-exports/host-key": {
    POST: projectEndpoint("files.write", {
      summary: "Read the host key of an SSH server",
      description: "Compare the fingerprint with the server's own before you store it.",
      tag,
      body: hostKeyBody,
      msg: "Host key.",
      data: hostKeyRead,
      run: ({ body }) => readServerKey(body),
    }),
  },
  "/projects/:project/file-exports/preview": {
    POST: projectEndpoint("files.write", {
      summary: "Preview files in a former vendor's layout",
      description: "Nothing is stored. The rows are those of the newest installs, events and payments.",
      tag,
      body: previewBody,
      msg: "Preview.",
      data: layoutPreview,
      run: ({ project, body }) => previewLayout(project, body),
    }),
  },
  "/projects/:project/file-exports/:id": {
    GET: projectEndpoint("files.read", {
      summary: "Read scheduled files with their newest runs",
      tag,
      params,
      msg: "Scheduled files.",
      data: fileRunList,
      run: ({ project, params, now }) => listFileRuns(project, params.id, now),
    }),
    PUT: projectEndpoint("files.write", {
      summary: "Change scheduled files, or turn them on or off",
      description:
        "Without `secrets`, the stored ones are kept. In another place, the next run writes all rows again.",
      tag,
      params,
      body: fileExportInput,
      msg: "Saved.",
      data: oneFileExport,
      run: ({ project, params, body, by, now }) => changeFileExport(project, params.id, body, by, now),
    }),
    DELETE: projectEndpoint("files.write", {
      summary: "Remove scheduled files and their log",
      description: "Files in the storage are kept.",
      tag,
      params,
      msg: "Scheduled files removed.",
      data: removedById,
      run: ({ project, params, by }) => removeFileExport(project, params.id, by),
    }),
  },
  "/projects/:project/file-exports/:id/earlier-files": {
    GET: projectEndpoint("files.read", {
      summary: "List files that may contain erased people",
      description: "Files of earlier runs with rows about people, the newest first.",
      tag,
      params,
      query: earlierFilesQuery,
      msg: "Earlier files.",
      data: earlierFiles,
      run: ({ project, params, query }) => listEarlierFiles(project, params.id, query.before),
    }),
  },
  "/projects/:project/file-exports/:id/run": {
    POST: projectEndpoint("files.write", {
      summary: "Run scheduled files now",
      description:
        "With `again`, the ID of an earlier run, the files contain all changes since the beginning of that run.",
      tag,
      params,
      body: runFilesBody,
      msg: "The run has started.",
      data: oneFileExport,
      refusals: { 409: { description: "A run is in progress." } },
      run: ({ project, params, body, by, now }) => runFilesNow(project, params.id, body.again, by, now),
    }),
  },
  "/projects/:project/file-exports/:id/test": {
    POST: projectEndpoint("files.write", {
      summary: "Test the storage of scheduled files",
      description: "Cairn writes a small file and removes it.",
      tag,
      params,
      msg: "Storage tested.",
      data: storageTested,
      run: ({ project, params }) => testStorage(project, params.id),
    }),
  },
};
