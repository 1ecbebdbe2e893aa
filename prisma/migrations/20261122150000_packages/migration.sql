-- Packages are content: files by the digest of what is in them, several versions of one package side by side.
CREATE TABLE "package_blobs" (
  "digest" CHAR(64) PRIMARY KEY,
  "content" BYTEA NOT NULL
);

CREATE TABLE "package_contents" (
  "digest" CHAR(64) PRIMARY KEY,
  "name" TEXT NOT NULL,
  "version" TEXT NOT NULL,
  "format" TEXT NOT NULL,
  "size" INTEGER NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now()
);

CREATE TABLE "package_files" (
  "package" CHAR(64) NOT NULL REFERENCES "package_contents"("digest") ON DELETE CASCADE,
  "path" TEXT NOT NULL,
  "blob" CHAR(64) NOT NULL REFERENCES "package_blobs"("digest"),
  PRIMARY KEY ("package", "path")
);
CREATE INDEX "package_files_blob_idx" ON "package_files"("blob");

-- Who may use a content: everybody (tenant empty) or one tenant.
CREATE TABLE "packages" (
  "id" CHAR(32) PRIMARY KEY,
  "tenant_id" TEXT NOT NULL DEFAULT '',
  "digest" CHAR(64) NOT NULL REFERENCES "package_contents"("digest"),
  "shipped" BOOLEAN NOT NULL DEFAULT false,
  "current" BOOLEAN NOT NULL DEFAULT true,
  "created_by" CHAR(32),
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  UNIQUE ("tenant_id", "digest")
);
CREATE INDEX "packages_digest_idx" ON "packages"("digest");

-- A draft also changes its environment when a package that both know moves to another content.
CREATE FUNCTION vetro_moves_packages(before JSONB, after JSONB) RETURNS BOOLEAN
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT EXISTS (
    SELECT 1 FROM jsonb_each(COALESCE(before, '{}')) AS was JOIN jsonb_each(COALESCE(after, '{}')) AS now USING (key)
     WHERE was.value -> 'digest' <> now.value -> 'digest')
$$;

ALTER TABLE "sessions" DROP COLUMN "changes_services";
ALTER TABLE "sessions"
  ADD COLUMN "changes_services" BOOLEAN GENERATED ALWAYS AS (
    "model" -> 'services' <> "base_model" -> 'services'
    OR vetro_moves_packages("base_model" -> 'packages', "model" -> 'packages')
  ) STORED;
