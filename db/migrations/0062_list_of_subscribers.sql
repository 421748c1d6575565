-- Found by how their email begins, also where the database does not compare byte by byte.
create index newsletter_subscribers_by_email on newsletter_subscribers (email text_pattern_ops);
create index newsletter_subscribers_by_state on newsletter_subscribers (state, id desc);
