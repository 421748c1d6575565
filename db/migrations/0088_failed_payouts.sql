-- A payee's last payout and where it went, whatever its month.
create index payout_entries_of_member on payout_entries (member_id, id);

-- Destination at which the member's last payout failed; null where it arrived, was tried again since, or was handed over. It counts until the
-- member chooses another destination.
create function last_failed_destination(payee integer) returns text language sql stable as $$
  select case last.kind when 'failed' then coalesce(sent.destination, chosen.destination) end
    from payout_entries last
    left join lateral (
      select destination from payout_entries earlier
       where (earlier.month, earlier.member_id) = (last.month, last.member_id) and earlier.kind = 'paid' and earlier.id < last.id
       order by earlier.id desc limit 1) sent on true
    left join lateral (
      select destination from payout_methods method
       where method.user_id = last.member_id and method.set_at <= last.made_at order by method.id desc limit 1) chosen on true
   where last.member_id = payee
     and case last.kind when 'paid' then last.destination <> ''
       -- A payout by hand that was returned says nothing of a destination.
       when 'failed' then sent.destination is distinct from ''
       when 'released' then exists (
         select from payout_entries failed
          where (failed.month, failed.member_id) = (last.month, last.member_id) and failed.kind = 'failed' and failed.id < last.id)
       else false end
   order by last.id desc limit 1
$$;
