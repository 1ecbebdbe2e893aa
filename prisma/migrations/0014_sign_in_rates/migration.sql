-- How fast passwords may be tried, and from where an account was signed in to before. sign_in_attempts stays for
-- processes of the version before.

create table sign_in_rates (
  key text primary key,
  arrival_at timestamptz not null
);
create index sign_in_rates_arrival_at_idx on sign_in_rates (arrival_at);

create table sign_in_places (
  user_id char(32) not null references users (id) on delete cascade,
  place text not null,
  used_at timestamptz(3) not null default now(),
  primary key (user_id, place)
);
