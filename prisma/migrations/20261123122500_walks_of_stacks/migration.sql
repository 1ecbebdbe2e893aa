-- Stacks are suspended and resumed as well.
ALTER TABLE "stack_operations" DROP CONSTRAINT "stack_operations_kind_check";
ALTER TABLE "stack_operations" ADD CONSTRAINT "stack_operations_kind_check"
  CHECK ("kind" IN ('apply', 'delete', 'suspend', 'resume'));
