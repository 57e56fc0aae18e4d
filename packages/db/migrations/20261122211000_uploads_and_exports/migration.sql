-- CreateEnum
CREATE TYPE "WorkStatus" AS ENUM ('waiting', 'running', 'done', 'failed');

-- AlterTable
ALTER TABLE "designs" ADD COLUMN     "card_key" TEXT,
ADD COLUMN     "print_key" TEXT;

-- AlterTable
ALTER TABLE "mockups" ADD COLUMN     "card_key" TEXT;

-- CreateTable
CREATE TABLE "uploads" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "filename" TEXT NOT NULL,
    "file_key" TEXT,
    "file_size" INTEGER NOT NULL,
    "status" "WorkStatus" NOT NULL DEFAULT 'waiting',
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "error_code" TEXT,
    "error" TEXT,
    "error_detail" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "uploads_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "mockup_exports" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "mockup_id" UUID NOT NULL,
    "preset" TEXT NOT NULL,
    "format" TEXT NOT NULL,
    "status" "WorkStatus" NOT NULL DEFAULT 'waiting',
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "file_key" TEXT,
    "is_composed" BOOLEAN NOT NULL DEFAULT false,
    "error_code" TEXT,
    "error_detail" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "mockup_exports_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "uploads_file_key_key" ON "uploads"("file_key");

-- CreateIndex
CREATE INDEX "uploads_user_id_status_idx" ON "uploads"("user_id", "status");

-- CreateIndex
CREATE INDEX "uploads_status_created_at_idx" ON "uploads"("status", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "mockup_exports_file_key_key" ON "mockup_exports"("file_key");

-- CreateIndex
CREATE INDEX "mockup_exports_user_id_status_idx" ON "mockup_exports"("user_id", "status");

-- CreateIndex
CREATE INDEX "mockup_exports_status_created_at_idx" ON "mockup_exports"("status", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "mockup_exports_mockup_id_preset_format_key" ON "mockup_exports"("mockup_id", "preset", "format");

-- CreateIndex
CREATE UNIQUE INDEX "designs_card_key_key" ON "designs"("card_key");

-- CreateIndex
CREATE UNIQUE INDEX "designs_print_key_key" ON "designs"("print_key");

-- CreateIndex
CREATE UNIQUE INDEX "mockups_card_key_key" ON "mockups"("card_key");

-- AddForeignKey
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mockup_exports" ADD CONSTRAINT "mockup_exports_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mockup_exports" ADD CONSTRAINT "mockup_exports_mockup_id_fkey" FOREIGN KEY ("mockup_id") REFERENCES "mockups"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- An export belongs to the owner of its mockup.
CREATE FUNCTION "refuse_foreign_mockup"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM "mockups" WHERE "id" = NEW."mockup_id" AND "user_id" = NEW."user_id") THEN
    RAISE EXCEPTION 'this mockup belongs to somebody else' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "mockup_exports_own_mockup" BEFORE INSERT OR UPDATE OF "mockup_id", "user_id" ON "mockup_exports"
  FOR EACH ROW EXECUTE FUNCTION "refuse_foreign_mockup"();

-- Done and failed are final here as they are for generations.
CREATE FUNCTION "work_refuse_revival"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD."status" IN ('done', 'failed') AND NEW."status" <> OLD."status" THEN
    RAISE EXCEPTION 'what is % stays so', OLD."status";
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "uploads_final_states" BEFORE UPDATE OF "status" ON "uploads"
  FOR EACH ROW EXECUTE FUNCTION "work_refuse_revival"();
CREATE TRIGGER "mockup_exports_final_states" BEFORE UPDATE OF "status" ON "mockup_exports"
  FOR EACH ROW EXECUTE FUNCTION "work_refuse_revival"();

-- Whoever left gets nothing new. The lock waits for a deletion under way (it holds the row FOR UPDATE) and looks again
-- when it is over, so that nothing slips in behind it.
CREATE FUNCTION "refuse_departed_owner"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM "users" WHERE "id" = NEW."user_id" AND "deleted_at" IS NULL FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'this account was deleted' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "uploads_owner_is_here" BEFORE INSERT ON "uploads" FOR EACH ROW EXECUTE FUNCTION "refuse_departed_owner"();
CREATE TRIGGER "designs_owner_is_here" BEFORE INSERT ON "designs" FOR EACH ROW EXECUTE FUNCTION "refuse_departed_owner"();
CREATE TRIGGER "generations_owner_is_here" BEFORE INSERT ON "generations" FOR EACH ROW EXECUTE FUNCTION "refuse_departed_owner"();
CREATE TRIGGER "mockups_owner_is_here" BEFORE INSERT ON "mockups" FOR EACH ROW EXECUTE FUNCTION "refuse_departed_owner"();
CREATE TRIGGER "mockup_exports_owner_is_here" BEFORE INSERT ON "mockup_exports" FOR EACH ROW EXECUTE FUNCTION "refuse_departed_owner"();
CREATE TRIGGER "sessions_owner_is_here" BEFORE INSERT ON "sessions" FOR EACH ROW EXECUTE FUNCTION "refuse_departed_owner"();
CREATE TRIGGER "api_keys_owner_is_here" BEFORE INSERT ON "api_keys" FOR EACH ROW EXECUTE FUNCTION "refuse_departed_owner"();

-- An order that has not ended holds a credit: it is ended, and its credit resolved, before its row may go.
CREATE FUNCTION "generations_refuse_early_end"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD."status" IN ('queued', 'rendering') THEN
    RAISE EXCEPTION 'a generation that is % cannot be deleted', OLD."status";
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER "generations_end_before_they_go" BEFORE DELETE ON "generations"
  FOR EACH ROW EXECUTE FUNCTION "generations_refuse_early_end"();
