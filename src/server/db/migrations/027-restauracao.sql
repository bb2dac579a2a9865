-- A database that went backwards sends again what had left: how that is found out, and what is held meanwhile.
alter table despacho
  -- Which history this is: of the installation's birth, and another one from each time a restored database was let go.
  add column linhagem text not null default '' check (linhagem ~ '^([0-9a-f]{8})?$'),
  add column linhagens_anteriores text[] not null default '{}',
  add column retida_em timestamptz,
  add column retida_porque text check (retida_porque in ('posicao', 'status', 'pedido')),
  add column envios_perdidos bigint,
  add column restauracao_dita text,     -- the last DATABASE_RESTORED that was heeded
  add check ((retida_em is null) = (retida_porque is null));
update despacho set linhagem = (select left(md5(extract(epoch from aplicada_em)::text), 8) from migracao where numero = 1);

-- Our own id of a message, which Meta gives back with every status, says of which history it is.
create function referencia_nova() returns uuid language sql volatile
  as $$ select (linhagem || substr(gen_random_uuid()::text, length(linhagem) + 1))::uuid from despacho $$;
alter table mensagem alter column referencia set default referencia_nova();

-- Messages of ours that Meta has and this database does not: it was taken back to before they were sent.
create table envio_sem_registro (
  referencia uuid primary key,
  contato_id bigint references contato on delete cascade,
  status text not null,
  meta_em timestamptz not null,
  visto_em timestamptz not null
);
create index envio_sem_registro_contato on envio_sem_registro (contato_id, meta_em desc);
