/** A JSON schema, draft 4, as far as forms need it. */
export type JsonSchema = Readonly<Record<string, unknown>>;
