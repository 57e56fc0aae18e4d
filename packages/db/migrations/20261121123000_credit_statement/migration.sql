-- For support staff: where did somebody's credits go? `credit_statement` is the story, a line an entry, with the
-- balance after it and what it was for; `credit_summary` is the sum of it, and says whether the books add up.

CREATE VIEW "credit_statement" AS
SELECT
  e."seq" AS "number",
  u."email",
  e."created_at" AS "date",
  CASE
    WHEN e."reason" = 'signup' THEN 'Credits of the new account'
    WHEN e."reason" = 'reserve' THEN concat('Mockup: ', g."input" #>> '{settings,product}', ', ', g."input" #>> '{settings,colour}', ' (', coalesce(g."status"::text, 'gone'), ')')
    WHEN e."reason" = 'capture' THEN 'Mockup delivered'
    WHEN e."reason" = 'release' THEN concat('Credit back: ', coalesce(g."error", 'the mockup was not made'))
    WHEN e."reason" = 'plan_cycle' AND e."amount" < 0 THEN 'Unused credits of the last cycle ended'
    WHEN e."reason" = 'plan_cycle' THEN concat('Plan ', p."plan", ', new cycle')
    WHEN e."reason" = 'plan_upgrade' THEN concat('Upgrade to ', p."plan")
    WHEN e."reason" = 'plan_end' THEN 'The plan ended'
    WHEN e."reason" = 'topup' THEN 'Top-up bought'
    WHEN e."reason" = 'refund' THEN concat('Refunded at Stripe: ', p."lost_cents", ' of ', p."amount_cents", ' cents')
    WHEN e."reason" = 'dispute' AND e."amount" > 0 THEN 'Dispute won: credits returned'
    WHEN e."reason" = 'dispute' THEN 'Disputed at the bank: credits taken back'
    ELSE 'Support'
  END AS "what_for",
  e."amount",
  sum(e."amount") OVER (PARTITION BY e."user_id" ORDER BY e."seq")::int AS "balance",
  e."bucket",
  e."reason",
  e."reference",
  e."user_id"
FROM "credit_entries" e
JOIN "users" u ON u."id" = e."user_id"
LEFT JOIN "generations" g ON e."reason" IN ('reserve', 'capture', 'release') AND g."id"::text = e."reference"
LEFT JOIN "purchases" p ON p."id" = e."reference"
ORDER BY e."seq" DESC;

CREATE VIEW "credit_summary" AS
SELECT
  u."email",
  u."subscription_plan",
  u."subscription_status",
  coalesce(sum(e."amount") FILTER (WHERE e."reason" = 'signup'), 0)::int AS "from_signup",
  coalesce(sum(e."amount") FILTER (WHERE e."reason" IN ('plan_cycle', 'plan_upgrade') AND e."amount" > 0), 0)::int AS "from_plans",
  coalesce(sum(e."amount") FILTER (WHERE e."reason" = 'topup'), 0)::int AS "from_topups",
  coalesce(sum(e."amount") FILTER (WHERE e."reason" = 'support'), 0)::int AS "from_support",
  -coalesce(sum(e."amount") FILTER (WHERE e."reason" IN ('reserve', 'release')), 0)::int AS "spent_on_mockups",
  -coalesce(sum(e."amount") FILTER (WHERE e."reason" = 'plan_end' OR (e."reason" = 'plan_cycle' AND e."amount" < 0)), 0)::int AS "ended_unused",
  -coalesce(sum(e."amount") FILTER (WHERE e."reason" IN ('refund', 'dispute')), 0)::int AS "taken_back",
  (SELECT coalesce(sum(p."not_taken_back"), 0) FROM "purchases" p WHERE p."user_id" = u."id")::int AS "refunded_but_spent",
  u."plan_credits",
  u."topup_credits",
  (coalesce(sum(e."amount") FILTER (WHERE e."bucket" = 'plan'), 0) = u."plan_credits"
    AND coalesce(sum(e."amount") FILTER (WHERE e."bucket" = 'topup'), 0) = u."topup_credits") AS "adds_up",
  u."id" AS "user_id"
FROM "users" u
LEFT JOIN "credit_entries" e ON e."user_id" = u."id"
GROUP BY u."id";
