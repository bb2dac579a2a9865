-- There is always an administrator who may sign in, whoever writes, and however many at once: who takes one away waits for who is
-- taking another, and then looks again.
create function exigir_administrador() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('administradores'));
  if not exists (select from usuario where role = 'admin' and status = 'Ativo') then
    raise exception 'o último administrador ativo fica' using errcode = 'check_violation', constraint = 'usuario_ultimo_administrador';
  end if;
  return null;
end $$;
create trigger usuario_ultimo_administrador after update of role, status on usuario for each row
  when (old.role = 'admin' and old.status = 'Ativo' and (new.role, new.status) is distinct from (old.role, old.status))
  execute function exigir_administrador();
create trigger usuario_ultimo_administrador_apagado after delete on usuario for each row
  when (old.role = 'admin' and old.status = 'Ativo') execute function exigir_administrador();
