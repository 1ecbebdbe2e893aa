-- A fault may hit the machines of one environment alone: machines of others may be called the same.
alter table cloud_faults add column environment_id char(32);
-- By how much: of a clock, a port, a slow machine.
alter table cloud_faults add column amount double precision;
