-- Machines are probed: the word of the field for what was called a look from outside.
ALTER TABLE "health" RENAME COLUMN "looked_at" TO "probed_at";
