-- Pages and kept answers name the states: whoever changes one must not have to restart the shop.
create trigger states_announced after insert or update or delete on states
  for each statement execute function announce_page_tags('states');
