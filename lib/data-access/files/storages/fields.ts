import { t } from "@/lib/base/languages/texts";
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

type StorageKind = {
  label: string;
  about: string;
  /** Loads rows into tables. */
  warehouse?: true;
  /** Secrets of which one is required. */
  oneOf?: { names: readonly string[]; problem: string };
  fields: readonly StorageField[];
};

const folder = String.raw`[\w=-][\w.=-]*`;
const prefix: StorageField = {
  name: "prefix",
  label: t("Folder"),
  hint: t("Inside the storage, such as cairn/raw. Leave it empty for the top level."),
  optional: true,
  form: new RegExp(`^${folder}(/${folder})*$`),
  problem: t("Use letters, digits, dots, hyphens and underscores, separated by slashes."),
};

const address = /^https?:\/\/[^\s/?#@]+\/?$/;
const bucket: StorageField = {
  name: "bucket",
  label: t("Bucket"),
  form: /^[a-z0-9][a-z0-9._-]{1,220}[a-z0-9]$/,
  problem: t("Enter the name of the bucket: lowercase letters, digits, dots and hyphens."),
};
const accessKeyId: StorageField = {
  name: "access_key_id",
  label: t("Access key ID"),
  form: /^[\w.+/=-]{3,256}$/,
  problem: t("Enter the access key ID."),
};
const secretAccessKey: StorageField = {
  name: "secret_access_key",
  label: t("Secret access key"),
  secret: true,
  form: /^\S{3,1024}$/,
  problem: t("Enter the secret access key."),
};

const tablePrefix: StorageField = {
  name: "tables",
  label: t("Prefix of tables"),
  hint: t("Such as cairn_, for cairn_installs. Use one for each project."),
  optional: true,
  form: /^[A-Za-z]\w{0,40}$/,
  problem: t("Use letters, digits and underscores, beginning with a letter."),
};

export const storageKinds = {
  folder: {
    label: t("Folder on the server"),
    about: t("In the folder that the operator has set as EXPORT_FOLDER."),
    fields: [prefix],
  },
  s3: {
    label: t("S3 and compatible storage"),
    about: t(
      "Amazon S3, MinIO, Cloudflare R2, Backblaze B2 and others. The key needs PutObject, DeleteObject and AbortMultipartUpload.",
    ),
    fields: [
      {
        name: "endpoint",
        label: t("Endpoint"),
        hint: t("Such as https://minio.example.com. Leave it empty for Amazon S3."),
        optional: true,
        form: address,
        problem: t("Enter an address such as https://minio.example.com, without a path."),
      },
      {
        name: "region",
        label: t("Region"),
        hint: t("Such as eu-central-1. Some services use “auto” or “us-east-1”."),
        form: /^[a-z0-9-]{2,40}$/,
        problem: t("Enter a region such as eu-central-1."),
      },
      bucket,
      prefix,
      accessKeyId,
      secretAccessKey,
    ],
  },
  gcs: {
    label: t("Google Cloud Storage"),
    about: t(
      "With an HMAC key of a service account that has the role Storage Object User. Google shows the key under Settings → Interoperability.",
    ),
    fields: [bucket, prefix, accessKeyId, secretAccessKey],
  },
  azure: {
    label: t("Azure Blob Storage"),
    about: t("With a shared access signature of the container that permits Create, Write and Delete."),
    fields: [
      {
        name: "account",
        label: t("Storage account"),
        form: /^[a-z0-9]{3,24}$/,
        problem: t("Enter the name of the storage account: 3 to 24 lowercase letters and digits."),
      },
      {
        name: "endpoint",
        label: t("Endpoint"),
        hint: t("Leave it empty for blob.core.windows.net."),
        optional: true,
        form: address,
        problem: t("Enter an address such as https://account.blob.core.chinacloudapi.cn, without a path."),
      },
      {
        name: "container",
        label: t("Container"),
        form: /^[a-z0-9](-?[a-z0-9]){2,62}$/,
        problem: t("Enter the name of the container: lowercase letters, digits and hyphens."),
      },
      prefix,
      {
        name: "sas_token",
        label: t("Shared access signature"),
        hint: t("The token, such as sv=2022-11-02&sr=c&sp=cwd&…"),
        secret: true,
        form: /^\??[^\s?#]*\bsig=[^\s?#]+$/,
        problem: t("Enter the token of the signature, which contains sig=."),
      },
    ],
  },
  sftp: {
    label: "SFTP server",
    about: t("A folder on an SSH server, with a password or a private key."),
    oneOf: { names: ["password", "private_key"], problem: t("Enter a password or a private key.") },
    fields: [
      {
        name: "host",
        label: t("Host"),
        hint: t("Such as files.example.com."),
        form: /^([A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?|[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]+)$/,
        problem: t("Enter the name of the host, such as files.example.com, without a port."),
      },
      {
        name: "port",
        label: t("Port"),
        hint: t("Leave it empty for 22."),
        optional: true,
        form: /^([1-9]\d{0,3}|[1-5]\d{4}|6[0-4]\d{3}|65[0-4]\d{2}|655[0-2]\d|6553[0-5])$/,
        problem: t("Enter a port from 1 to 65535."),
      },
      {
        name: "host_key",
        label: t("Host key"),
        hint: t("The fingerprint of its key. Cairn sends nothing to a server with another one."),
        form: /^SHA256:[A-Za-z0-9+/]{43}$/,
        problem: t("Enter the fingerprint of the server's key: SHA256: and 43 characters."),
      },
      {
        ...prefix,
        hint: t("Below the user's folder, such as cairn/raw, or from the top, such as /uploads/cairn."),
        form: new RegExp(`^/?${folder}(/${folder})*$`),
      },
      {
        name: "username",
        label: t("User"),
        form: /^[^\s:\p{Cc}]{1,100}$/u,
        problem: t("Enter the name of the user."),
      },
      {
        name: "password",
        label: t("Password"),
        optional: true,
        secret: true,
        form: /^[^\p{Cc}]{1,1024}$/u,
        problem: t("A password has no line breaks."),
      },
      {
        name: "private_key",
        label: t("Private key"),
        hint: t("In the format of OpenSSH or PEM, instead of a password."),
        optional: true,
        secret: true,
        long: true,
        form: /^-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]+-----END [A-Z ]*PRIVATE KEY-----$/,
        problem: t("Paste the whole private key, with its first and last line."),
      },
      {
        name: "passphrase",
        label: t("Passphrase"),
        hint: t("Of the private key, if it has one."),
        optional: true,
        secret: true,
        form: /^[^\p{Cc}]{1,1024}$/u,
        problem: t("A passphrase has no line breaks."),
      },
    ],
  },
  clickhouse: {
    label: t("ClickHouse"),
    about: t(
      "A table for each dataset, and a view of its current rows. The user needs CREATE TABLE, CREATE VIEW, ALTER ADD COLUMN, SELECT and INSERT in the database.",
    ),
    warehouse: true,
    fields: [
      {
        name: "endpoint",
        label: t("Address"),
        hint: t("Of the HTTP interface, such as https://abc.eu-central-1.aws.clickhouse.cloud:8443."),
        form: address,
        problem: t("Enter an address such as https://clickhouse.example.com:8443, without a path."),
      },
      {
        name: "database",
        label: t("Database"),
        form: /^\w{1,60}$/,
        problem: t("Enter the name of the database: letters, digits and underscores."),
      },
      tablePrefix,
      {
        name: "username",
        label: t("User"),
        form: /^[\w.@-]{1,100}$/,
        problem: t("Enter the name of the user."),
      },
      {
        name: "password",
        label: t("Password"),
        secret: true,
        form: /^[!-~]{1,1024}$/,
        problem: t("Enter the password."),
      },
    ],
  },
  bigquery: {
    label: t("BigQuery"),
    about: t(
      "A table for each dataset, and a view of its current rows. The service account needs the roles BigQuery Data Editor of the dataset and BigQuery Job User.",
    ),
    warehouse: true,
    fields: [
      {
        name: "project",
        label: t("Project ID"),
        form: /^[a-z][a-z0-9-]{4,28}[a-z0-9]$/,
        problem: t("Enter the ID of the Google Cloud project, such as acme-analytics."),
      },
      {
        name: "dataset",
        label: t("Dataset"),
        form: /^\w{1,100}$/,
        problem: t("Enter the name of the dataset: letters, digits and underscores."),
      },
      {
        name: "location",
        label: t("Location"),
        hint: t("Of the dataset, such as EU or europe-west3. Leave it empty for US."),
        optional: true,
        form: /^[A-Za-z0-9-]{2,40}$/,
        problem: t("Enter a location such as EU."),
      },
      tablePrefix,
      {
        name: "service_account",
        label: t("Service account key"),
        hint: t("The JSON file from Google Cloud."),
        secret: true,
        long: true,
        form: /^\{[\s\S]*"private_key"[\s\S]*\}$/,
        problem: t("Paste the whole JSON file of the service account's key."),
      },
    ],
  },
} as const satisfies Record<string, StorageKind>;

/** Tables instead of files: rows are always sent as Parquet. */
export const isWarehouse = (name: StorageName): boolean => "warehouse" in storageKinds[name];

/** The secrets of which a storage needs one. */
export const oneSecretOf = (name: StorageName): StorageKind["oneOf"] =>
  (storageKinds[name] as StorageKind).oneOf;

export type StorageName = keyof typeof storageKinds;
export const storageNames = Object.keys(storageKinds) as StorageName[];
export const storageFields = (name: StorageName): readonly StorageField[] => storageKinds[name].fields;
