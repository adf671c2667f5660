/** The kinds of storage for files, and their settings. Runs in the browser too. */

export type StorageField = {
  name: string;
  label: string;
  hint?: string;
  optional?: true;
  /** Stored encrypted, and never shown again. */
  secret?: true;
  /** A field of several lines. */
  long?: true;
  /** The form of a valid value, and the message for others. */
  form: RegExp;
  problem: string;
};

type StorageKind = { label: string; about: string; fields: readonly StorageField[] };

const folder = String.raw`[\w=-][\w.=-]*`;
const prefix: StorageField = {
  name: "prefix",
  label: "Folder",
  hint: "Inside the storage, such as cairn/raw. Leave it empty for the top level.",
  optional: true,
  form: new RegExp(`^${folder}(/${folder})*$`),
  problem: "Use letters, digits, dots, hyphens and underscores, separated by slashes.",
};

export const storageKinds = {
  folder: {
    label: "Folder on the server",
    about: "In the folder that the operator has set as EXPORT_FOLDER.",
    fields: [prefix],
  },
  s3: {
    label: "S3 and compatible storage",
    about:
      "Amazon S3, MinIO, Cloudflare R2, Backblaze B2 and others. The key needs PutObject, DeleteObject and AbortMultipartUpload.",
    fields: [
      {
        name: "endpoint",
        label: "Endpoint",
        hint: "Such as https://minio.example.com. Leave it empty for Amazon S3.",
        optional: true,
        form: /^https?:\/\/[^\s/?#@]+\/?$/,
        problem: "Enter an address such as https://minio.example.com, without a path.",
      },
      {
        name: "region",
        label: "Region",
        hint: "Such as eu-central-1. Some services use “auto” or “us-east-1”.",
        form: /^[a-z0-9-]{2,40}$/,
        problem: "Enter a region such as eu-central-1.",
      },
      {
        name: "bucket",
        label: "Bucket",
        form: /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
        problem: "Enter the name of the bucket: lowercase letters, digits, dots and hyphens.",
      },
      prefix,
      {
        name: "access_key_id",
        label: "Access key ID",
        form: /^[\w.+/=-]{3,256}$/,
        problem: "Enter the access key ID.",
      },
      {
        name: "secret_access_key",
        label: "Secret access key",
        secret: true,
        form: /^\S{3,1024}$/,
        problem: "Enter the secret access key.",
      },
    ],
  },
} as const satisfies Record<string, StorageKind>;

export type StorageName = keyof typeof storageKinds;
export const storageNames = Object.keys(storageKinds) as StorageName[];
export const storageFields = (name: StorageName): readonly StorageField[] => storageKinds[name].fields;
