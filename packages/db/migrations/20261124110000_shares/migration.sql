-- CreateTable
CREATE TABLE "shares" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "title" TEXT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "ending" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "shares_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "shared_mockups" (
    "share_id" UUID NOT NULL,
    "mockup_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "place" INTEGER NOT NULL,
    "approved_at" TIMESTAMPTZ(3),
    "note" TEXT,

    CONSTRAINT "shared_mockups_pkey" PRIMARY KEY ("share_id","mockup_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "shares_token_hash_key" ON "shares"("token_hash");

-- CreateIndex
CREATE UNIQUE INDEX "shares_id_user_id_key" ON "shares"("id", "user_id");

-- CreateIndex
CREATE INDEX "shares_user_id_created_at_id_idx" ON "shares"("user_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "shared_mockups_share_id_place_key" ON "shared_mockups"("share_id", "place");

-- CreateIndex
CREATE INDEX "shared_mockups_mockup_id_idx" ON "shared_mockups"("mockup_id");

-- CreateIndex
CREATE UNIQUE INDEX "mockups_id_user_id_key" ON "mockups"("id", "user_id");

-- AddForeignKey
ALTER TABLE "shares" ADD CONSTRAINT "shares_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "shared_mockups" ADD CONSTRAINT "shared_mockups_share_id_user_id_fkey" FOREIGN KEY ("share_id", "user_id") REFERENCES "shares"("id", "user_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "shared_mockups" ADD CONSTRAINT "shared_mockups_mockup_id_user_id_fkey" FOREIGN KEY ("mockup_id", "user_id") REFERENCES "mockups"("id", "user_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The contract's SHARE_NOTE_MAX_CHARS and SHARE_MAX_PICTURES.
ALTER TABLE "shared_mockups" ADD CONSTRAINT "shared_notes_are_short" CHECK (char_length("note") BETWEEN 1 AND 500);
ALTER TABLE "shared_mockups" ADD CONSTRAINT "shares_are_bounded" CHECK ("place" BETWEEN 0 AND 199);

CREATE TRIGGER "shares_owner_is_here" BEFORE INSERT ON "shares" FOR EACH ROW EXECUTE FUNCTION "refuse_departed_owner"();
