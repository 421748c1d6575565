-- What owners have made of the texts of mails: a row for each change, the last one counts. A mail that was sent is shown
-- by the text that counted then, so that rows are only ever added.
create table mail_text_versions (
  mail text not null,
  version integer not null constraint mail_text_version_counts_from_one check (version > 0),
  -- Null: from here on the default counts.
  subject text constraint mail_text_subject_is_short check (length(subject) <= 200),
  body text constraint mail_text_body_is_bounded check (length(body) <= 10000),
  made_at timestamptz not null default clock_timestamp(),
  -- As it is in the audit log.
  made_by text not null,
  reason text not null default '',
  -- Of two who change the version that both have seen, one does.
  constraint one_change_of_a_mail_text_version primary key (mail, version),
  constraint mail_text_has_both check ((subject is null) = (body is null))
);

create function refuse_mail_text_change() returns trigger language plpgsql as $$
begin
  raise exception 'versions of mail texts are only ever added' using errcode = 'restrict_violation';
end $$;
create trigger mail_texts_are_only_added before update or delete on mail_text_versions
  for each row execute function refuse_mail_text_change();
