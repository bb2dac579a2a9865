-- What an inbound message seems to ask for, as it was read when it came: hints for who reads it. Null: from before, or nothing was read.
alter table mensagem add column intencoes jsonb;
