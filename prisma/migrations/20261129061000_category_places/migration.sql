-- Administrators say in which order the catalog shows its categories.
CREATE TABLE "category_places" (
  "name" TEXT PRIMARY KEY,
  "position" INTEGER NOT NULL
);
