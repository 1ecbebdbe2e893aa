-- Who acted: a person, a schedule, a policy, an agent or the system; the person in whose name stays in user_id.
ALTER TABLE "audit_entries"
    ADD COLUMN "actor" TEXT NOT NULL DEFAULT 'person'
        CHECK ("actor" IN ('person', 'schedule', 'policy', 'agent', 'system')),
    ADD COLUMN "actor_id" TEXT NOT NULL DEFAULT '',
    ADD COLUMN "actor_name" TEXT NOT NULL DEFAULT '',
    ADD COLUMN "position" BIGINT,
    ADD COLUMN "hash" TEXT;
UPDATE "audit_entries" SET "actor" = 'system' WHERE "user_id" IS NULL;
UPDATE "audit_entries" SET "actor" = 'schedule', "actor_id" = "details" ->> 'scheduleId',
    "actor_name" = coalesce("details" ->> 'schedule', '') WHERE "details" ? 'scheduleId' AND "details" ->> 'via' = 'system';

-- Both ends of the chain: what follows the last entry, and what the first one that is kept follows.
CREATE TABLE "audit_chain" (
    "only" BOOLEAN NOT NULL DEFAULT true CHECK ("only"),
    "removed" BIGINT NOT NULL DEFAULT 0,
    "removed_hash" TEXT NOT NULL,
    "position" BIGINT NOT NULL DEFAULT 0,
    "hash" TEXT NOT NULL,
    CONSTRAINT "audit_chain_pkey" PRIMARY KEY ("only")
);
INSERT INTO "audit_chain" ("removed_hash", "hash") VALUES (repeat('0', 64), repeat('0', 64));

-- A field with its length in bytes before it: no two lists of fields make one text. The same in lib/formats/audit-chain.
CREATE FUNCTION audit_field(value TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN value IS NULL THEN '-' ELSE octet_length(value) || ':' || value END || ','
$$;
CREATE FUNCTION audit_hash(previous TEXT, place BIGINT, e audit_entries) RETURNS TEXT LANGUAGE sql STABLE AS $$
    SELECT encode(sha256(convert_to(previous || ',' || audit_field(place::text) || audit_field(e.id::text)
        || audit_field(to_char(e.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
        || audit_field(e.actor) || audit_field(e.actor_id) || audit_field(e.actor_name)
        || audit_field(e.user_id::text) || audit_field(e.tenant_id::text) || audit_field(e.action)
        || audit_field(e.target) || audit_field(e.target_id) || audit_field(e.details::text)
        || audit_field(e.request_id), 'UTF8')), 'hex')
$$;

-- Runs when its transaction commits: writers wait for one another for as long as a commit takes, and make one chain. Where
-- a snapshot is older than the end of the chain, locking it fails, so nothing follows an entry twice. The first row of a
-- transaction chains all of it: the end of the chain is written once. A row that came past this trigger stays out.
CREATE FUNCTION audit_append() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE
    previous TEXT;
    place BIGINT;
    entry audit_entries;
BEGIN
    IF (SELECT position IS NOT NULL FROM audit_entries WHERE id = NEW.id) THEN
        RETURN NULL;
    END IF;
    SELECT position, hash INTO place, previous FROM audit_chain FOR UPDATE;
    FOR entry IN SELECT * FROM audit_entries WHERE position IS NULL
        AND (id = NEW.id OR xmin::text = (pg_current_xact_id()::text::numeric % 4294967296)::text) ORDER BY id LOOP
        place := place + 1;
        previous := audit_hash(previous, place, entry);
        UPDATE audit_entries SET position = place, hash = previous WHERE id = entry.id;
    END LOOP;
    UPDATE audit_chain SET position = place, hash = previous;
    RETURN NULL;
END
$$;

DO $$
DECLARE
    previous TEXT := repeat('0', 64);
    place BIGINT := 0;
    entry audit_entries;
BEGIN
    FOR entry IN SELECT * FROM audit_entries ORDER BY id LOOP
        place := place + 1;
        previous := audit_hash(previous, place, entry);
        UPDATE audit_entries SET position = place, hash = previous WHERE id = entry.id;
    END LOOP;
    UPDATE audit_chain SET position = place, hash = previous;
END
$$;

CREATE UNIQUE INDEX "audit_entries_position_key" ON "audit_entries"("position");
CREATE CONSTRAINT TRIGGER audit_append AFTER INSERT ON audit_entries
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_append();
