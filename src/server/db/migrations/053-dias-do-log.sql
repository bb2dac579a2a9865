-- How many entries there are of each day, whatever their kind: what a page of the whole log is found by. Kept by whoever keeps
-- the counts of each kind, a node of the version before among them.
create table contagem_log_dia (
  dia date primary key,
  linhas bigint not null
);
create function contar_dia_do_log() returns trigger language plpgsql as
$$ begin
  insert into contagem_log_dia as d (dia, linhas)
  values (new.dia, new.linhas - case when tg_op = 'UPDATE' then old.linhas else 0 end)
  on conflict (dia) do update set linhas = d.linhas + excluded.linhas;
  return null;
end $$;
create trigger contagem_log_por_dia after insert or update on contagem_log
  for each row execute function contar_dia_do_log();
insert into contagem_log_dia (dia, linhas) select dia, sum(linhas) from contagem_log group by 1;
