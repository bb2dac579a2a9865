-- What a bank's return says of its title, by which the account is found that keeps no nosso número (`seu número`, due day and nominal
-- value); what it credited, which is not always the amount less the fee; and whether its figures do not add up, which leaves it to a person.
alter table movimento add column seu_numero text, add column titulo_vencimento date, add column titulo_centavos bigint,
  add column creditado_centavos bigint, add column nao_fecha boolean not null default false;
