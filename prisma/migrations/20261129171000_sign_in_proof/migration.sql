-- When whoever is signed in proved last who they are: at the sign-in, or since.
ALTER TABLE "sign_ins" ADD COLUMN "proved_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now();
UPDATE "sign_ins" SET "proved_at" = "created_at";
