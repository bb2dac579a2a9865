-- Whether a list's phone is a mobile: the canonical form, by which it is found, has no ninth digit, and mobiles that go on with 2 to 5
-- were shown as landlines. Null for what came before, and from an older node.
alter table bloqueio add column celular boolean;
