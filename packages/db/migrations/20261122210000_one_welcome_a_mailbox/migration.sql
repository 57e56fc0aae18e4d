-- The welcome credits come once a mailbox, by however many names mail reaches it: with a tag behind a plus, and at Google
-- with dots or without, at either of its domains (https://support.google.com/mail/answer/7436150).
CREATE FUNCTION "mailbox_of"("email" text) RETURNS text LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT CASE WHEN "domain" IN ('gmail.com', 'googlemail.com') THEN replace("name", '.', '') || '@gmail.com' ELSE "name" || '@' || "domain" END
  FROM (
    SELECT coalesce(nullif(split_part("local", '+', 1), ''), "local") AS "name", "domain"
    FROM (SELECT regexp_replace(lower("email"), '@[^@]*$', '') AS "local", split_part(lower("email"), '@', -1) AS "domain") AS "parts"
  ) AS "named"
$$;

-- What is kept of an email has its salt inside this function. Under its old name the one below takes its place, for the
-- version that still runs as well; the trigger on credit_entries calls it too.
ALTER FUNCTION "email_fingerprint"(text) RENAME TO "text_fingerprint";
CREATE FUNCTION "email_fingerprint"("email" text) RETURNS text LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT "text_fingerprint"("mailbox_of"("email"))
$$;

INSERT INTO "welcome_grants" ("email_hash")
SELECT DISTINCT "email_fingerprint"(u."email") FROM "users" u
WHERE u."deleted_at" IS NULL AND EXISTS (SELECT 1 FROM "credit_entries" e WHERE e."user_id" = u."id" AND e."reason" = 'signup')
ON CONFLICT DO NOTHING;

-- Accounts that were deleted before left the hash of the email as it was written.
CREATE FUNCTION "was_welcomed"("email" text) RETURNS boolean LANGUAGE sql STABLE STRICT AS $$
  SELECT EXISTS (SELECT 1 FROM "welcome_grants" WHERE "email_hash" IN ("email_fingerprint"("email"), "text_fingerprint"("email")))
$$;
