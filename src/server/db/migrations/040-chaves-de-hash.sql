-- The keys by which phones are hashed, closed with SECRET_KEY: they outlive a change of it, as opt-outs of phones that were
-- made anonymous must. Key 0 is the SECRET_KEY of earlier versions itself, and what they still write.
create table chave_de_hash (
  id smallint primary key,
  cifrada bytea not null
);
alter table contato add column hash_chave smallint not null default 0;
