-- What a person undid of a file of a bank that was taken back after, by what it is known by: imported again, nothing is done with it
-- by itself.
create table movimento_desfeito (
  chave bytea not null,
  vez int not null,
  primary key (chave, vez)
);
