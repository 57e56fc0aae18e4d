-- AlterTable
ALTER TABLE "designs" ADD COLUMN     "content_hash" TEXT;

-- AlterTable
ALTER TABLE "generations" ADD COLUMN     "picture_identity" TEXT,
ADD COLUMN     "same_as_id" UUID;

-- CreateIndex
CREATE UNIQUE INDEX "generations_user_id_picture_identity_key" ON "generations"("user_id", "picture_identity");

-- CreateIndex
CREATE INDEX "generations_same_as_id_idx" ON "generations"("same_as_id");

-- CreateIndex
CREATE INDEX "mockups_user_id_folder_name_created_at_id_idx" ON "mockups"("user_id", "folder_name", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "credit_entries_user_id_seq_idx" ON "credit_entries"("user_id", "seq" DESC);

-- AddForeignKey
ALTER TABLE "generations" ADD CONSTRAINT "generations_same_as_id_user_id_fkey" FOREIGN KEY ("same_as_id", "user_id") REFERENCES "generations"("id", "user_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- An order that is answered with another's picture is over at once, has none of its own, and answers none itself.
ALTER TABLE "generations" ADD CONSTRAINT "generations_same_as_makes_nothing" CHECK ("same_as_id" IS NULL OR ("status" = 'done' AND "picture_identity" IS NULL AND "same_as_id" <> "id"));

-- It costs nothing: no credit is reserved for it.
CREATE FUNCTION "credit_entries_refuse_repeat"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- A reference is a generation's id here; text that is no id is nobody's.
  IF NEW."reference" ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN
    IF EXISTS (SELECT 1 FROM "generations" WHERE "id" = NEW."reference"::uuid AND "same_as_id" IS NOT NULL) THEN
      RAISE EXCEPTION 'this order is answered with a picture that is there, and costs nothing' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "credit_entries_repeats_are_free" BEFORE INSERT ON "credit_entries"
  FOR EACH ROW WHEN (NEW."reason" = 'reserve') EXECUTE FUNCTION "credit_entries_refuse_repeat"();
