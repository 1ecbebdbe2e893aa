-- From where somebody signed in; empty where nobody knows.
ALTER TABLE "sign_ins" ADD COLUMN "address" TEXT NOT NULL DEFAULT '';
