-- The bank accounts of which a file was taken (the account without punctuation and the zeros before it): of another, a person
-- says first whether it is the company's.
create table conta_do_banco (
  banco text not null,
  conta text not null,
  primary key (banco, conta)
);
