-- Where the audit log is copied to, how far each copy is, and why it fails.
CREATE TABLE "audit_copies" (
    "address" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "in_use" BOOLEAN NOT NULL,
    "required" BOOLEAN NOT NULL,
    "position" BIGINT NOT NULL,
    "hash" TEXT NOT NULL,
    "copied_at" TIMESTAMPTZ(3),
    "tried_at" TIMESTAMPTZ(3),
    "problem" TEXT,
    "failing_since" TIMESTAMPTZ(3),
    CONSTRAINT "audit_copies_pkey" PRIMARY KEY ("address")
);

-- No entry, and nothing of the transaction that writes it, while a copy fails without which nothing may be done.
CREATE FUNCTION vetro_require_audit_copies() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM audit_copies WHERE in_use AND required AND problem IS NOT NULL) THEN
    RAISE EXCEPTION USING ERRCODE = 'VT002', MESSAGE = 'the audit log cannot be copied';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "audit_entries_require_copies" BEFORE INSERT ON "audit_entries"
  FOR EACH ROW EXECUTE FUNCTION vetro_require_audit_copies();
