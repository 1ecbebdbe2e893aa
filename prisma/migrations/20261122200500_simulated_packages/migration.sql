-- Which versions of packages say what a simulated machine does: those that its plan came from, and its last one.
alter table cloud_plans add column packages jsonb;
alter table cloud_machines add column packages jsonb;

-- What a machine knows is said by packages, Windows or not.
alter table cloud_machines rename column windows to facts;
-- A restart puts what is pending in the place of what was.
update cloud_machines
   set facts = jsonb_set(facts, '{pending}', (facts->'pending') ||
                 jsonb_build_object('domain', facts#>'{pending,directory,domain}', 'accounts', '{}'::jsonb))
 where facts->'pending' ? 'directory';
update cloud_machines
   set facts = jsonb_set(facts, '{pending,features}', (facts->'features') || (facts#>'{pending,features}'))
 where facts->'pending' ? 'features';
-- Addresses at which a machine answers besides its own: those of listeners.
update cloud_machines
   set facts = facts || jsonb_build_object('addresses', jsonb_build_array(facts#>'{sql,group,listener,address}'))
 where facts#>>'{sql,group,listener,address}' is not null;
