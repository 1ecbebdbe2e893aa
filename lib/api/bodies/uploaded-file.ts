/** A file of an upload, received whole and kept on disk while the handler runs; it is removed afterwards. */
export interface UploadedFile {
  /** the name of its field in a multipart body; empty for a body that is the file itself */
  field: string;
  /** the name that the client gives it, without folders; empty when it gives none */
  fileName: string;
  /** what the client says it is; only its content can tell */
  contentType: string;
  sizeBytes: number;
  /** of its content, in hexadecimal */
  sha256: string;
  /** where its content is */
  path: string;
}
