-- What ends sign-ins and tokens, at once and everywhere. The columns and tables of before stay for processes of the
-- version before; users.sign_ins_from is no longer read.

alter table users add column credential_version integer not null default 0;

alter table tokens
  add column credential_version integer not null default 0,
  add column chain_id text,
  add column parent_audit_id text;
create index tokens_audit_id_idx on tokens (audit_id);
create index tokens_parent_audit_id_idx on tokens (parent_audit_id);
update tokens set revoked_at = now()
  from users where users.id = tokens.user_id and revoked_at is null and issued_at < sign_ins_from;

create table sign_ins (
  id char(32) primary key,
  user_id char(32) not null references users (id) on delete cascade,
  credential_version integer not null,
  created_at timestamptz(3) not null default now(),
  used_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3)
);
create index sign_ins_user_id_idx on sign_ins (user_id);
create index sign_ins_used_at_idx on sign_ins (used_at);

-- A new password, and being disabled, end what was proven with the old one: whoever writes it, and by whatever way.
create function advance_credential_version() returns trigger language plpgsql as $$
begin
  if new.password_hash is distinct from old.password_hash or (old.enabled and not new.enabled) then
    new.credential_version := old.credential_version + 1;
  end if;
  return new;
end $$;
create trigger credential_version before update on users
  for each row execute function advance_credential_version();

-- Tells every process that a user, or everybody in a tenant, may be allowed less from now on: the signal `access` with
-- the id in the column that is named. Requests ask the database; open event streams ask when they hear this.
create function tell_access_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('vetro_signals', 'access:' ||
    ((case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end) ->> tg_argv[0]));
  return null;
end $$;
create trigger access_changed after update on users for each row
  when ((old.enabled, old.system_admin, old.credential_version)
    is distinct from (new.enabled, new.system_admin, new.credential_version))
  execute function tell_access_changed('id');
create trigger access_removed after delete on users for each row execute function tell_access_changed('id');
create trigger access_changed after update on tenants for each row
  when (old.enabled is distinct from new.enabled) execute function tell_access_changed('id');
create trigger access_changed after update or delete on role_assignments for each row
  execute function tell_access_changed('user_id');
create trigger access_changed after update on tokens for each row
  when (old.revoked_at is distinct from new.revoked_at) execute function tell_access_changed('user_id');
create trigger access_changed after update on sign_ins for each row
  when (old.ended_at is distinct from new.ended_at) execute function tell_access_changed('user_id');
