-- Texts at hand in the composer, called by their shortcut: an operator's own, or (of nobody) the company's.
create table frase (
  id bigint generated always as identity primary key,
  usuario_id bigint references usuario,
  atalho text not null check (atalho ~ '^[a-z0-9][a-z0-9_-]{0,29}$'),
  texto text not null check (length(texto) between 1 and 2000),
  updated_at timestamptz not null
);
create unique index frase_atalho on frase (usuario_id, atalho) nulls not distinct;
