-- sem transação
-- `conta_parcela` begins with the same column under the same condition: whoever looks for an agreement's accounts finds them there.
drop index concurrently if exists conta_acordo;
