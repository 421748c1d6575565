-- When orders were placed lately, by address and by email: one statement counts and adds, whoever else does at once.
create table placement_counts (
  kind text not null constraint placement_count_kind_known check (kind in ('from', 'of')),
  key text not null,
  placed_at timestamptz[] not null,
  constraint one_placement_count_per_key primary key (kind, key)
);
