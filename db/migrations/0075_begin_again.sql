-- For a statement that finds, when its transaction can no longer refuse, that another was first: its commit is on the way
-- already (docs/decisions/0085). The transaction is undone and begins again, as after any other serialization failure.
create function begin_again(reason text) returns integer language plpgsql volatile as $$
begin
  raise exception using errcode = 'serialization_failure', message = reason;
end $$;
