-- What was sent by hand in a month counts together (docs/decisions/0108): the few entries are found among all.
create index payouts_sent_by_hand on payout_entries (sent_on) include (amount_cents) where method in ('cash', 'other');
