-- A session by which staff look at a member's account (docs/back-office §4): at most one for each session behind the
-- counter, and over with it.
alter table sessions
  add column staff_session_hash bytea,
  add constraint one_member_at_a_time unique (staff_session_hash),
  add constraint ends_with_the_staff_session
    foreign key (staff_session_hash) references staff_sessions(token_hash) on delete cascade;
