-- What an operation does to the stack has the name in stored events that the code has for it.
update events
   set data = (data - 'deed') || jsonb_build_object('stackChange', data -> 'deed')
 where kind = 'effect.started' and data ? 'deed';
