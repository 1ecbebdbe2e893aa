-- What operators give to properties of classes in MuranoPL (Usage: Config): in all tenants, or in one.
CREATE TABLE "class_configs" (
  "class_name" TEXT NOT NULL,
  "tenant_id" TEXT NOT NULL DEFAULT '',
  "values" JSONB NOT NULL,
  "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  PRIMARY KEY ("class_name", "tenant_id")
);
