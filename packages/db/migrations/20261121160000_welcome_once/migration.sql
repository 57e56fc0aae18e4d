-- CreateTable
CREATE TABLE "welcome_grants" (
    "email_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "welcome_grants_pkey" PRIMARY KEY ("email_hash")
);

-- The welcome credits come once an email, also when its account was deleted in between and made anew. What is kept of
-- the email is a hash; its salt is this installation's own and stands in the function alone.
DO $$
BEGIN
  EXECUTE format(
    'CREATE FUNCTION "email_fingerprint"("email" text) RETURNS text LANGUAGE sql IMMUTABLE STRICT AS %L',
    format('SELECT encode(sha256(convert_to(%L || lower("email"), ''UTF8'')), ''hex'')', gen_random_uuid()::text || gen_random_uuid()::text)
  );
END $$;

INSERT INTO "welcome_grants" ("email_hash")
SELECT "email_fingerprint"(u."email") FROM "users" u
WHERE u."deleted_at" IS NULL AND EXISTS (SELECT 1 FROM "credit_entries" e WHERE e."user_id" = u."id" AND e."reason" = 'signup');

CREATE FUNCTION "credit_entries_welcome_once"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "welcome_grants" ("email_hash") SELECT "email_fingerprint"("email") FROM "users" WHERE "id" = NEW."user_id" ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'this email has had its welcome credits';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "credit_entries_welcome_once" BEFORE INSERT ON "credit_entries"
  FOR EACH ROW WHEN (NEW."reason" = 'signup') EXECUTE FUNCTION "credit_entries_welcome_once"();

-- For support: one person's credits in one look, narrow enough for any screen. Prisma Studio's SQL page shows it.
CREATE FUNCTION "where_credits_went"("person" text) RETURNS TABLE ("what" text, "credits" int) LANGUAGE sql STABLE AS $$
  SELECT line."what", line."credits"
  FROM "credit_summary" s, LATERAL (VALUES
    (1, 'Credits of the new account', s."from_signup"),
    (2, 'From plans', s."from_plans"),
    (3, 'From top-ups', s."from_topups"),
    (4, 'From support', s."from_support"),
    (5, 'Spent on mockups, less what came back', -s."spent_on_mockups"),
    (6, 'Ended unused with a cycle or a plan', -s."ended_unused"),
    (7, 'Taken back with money returned', -s."taken_back"),
    (8, CASE WHEN s."adds_up" THEN 'Left now: the sum of the above' ELSE 'Left now: NOT THE SUM OF THE LEDGER' END, s."plan_credits" + s."topup_credits"),
    (9, '… of these from the plan', s."plan_credits"),
    (10, '… of these from top-ups', s."topup_credits"),
    (11, 'Money returned for credits that were spent already', s."refunded_but_spent")
  ) AS line("nth", "what", "credits")
  WHERE s."email" = lower("person")
  ORDER BY line."nth"
$$;
