-- A boleto says the value and the day of its account: another value or day is another boleto's, whoever writes it.
alter table conta add constraint conta_linha_digitavel_check check (linha_digitavel ~ '^[0-9]{47}$') not valid;
create function esquecer_boleto() returns trigger language plpgsql as $$
begin
  if new.linha_digitavel is not distinct from old.linha_digitavel then new.linha_digitavel := null; end if;
  return new;
end $$;
create trigger conta_esquece_boleto before update of valor_centavos, vencimento on conta for each row
  when (old.linha_digitavel is not null and (new.valor_centavos, new.vencimento) is distinct from (old.valor_centavos, old.vencimento))
  execute function esquecer_boleto();
