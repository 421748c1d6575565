-- A member's page lists what they were mailed, also at an email that they no longer have.
create index sent_mails_of_user on sent_mails ((payload ->> 'user_id')) where payload ->> 'user_id' is not null;
