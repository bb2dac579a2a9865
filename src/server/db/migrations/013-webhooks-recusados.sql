-- Webhooks of which nothing was stored, by the hour: a flood of forged ones adds to a number, never rows.
create table webhook_recusado (
  hora timestamptz not null,
  motivo text not null check (motivo in ('assinatura', 'ilegivel', 'antigo')),
  total int not null check (total > 0),
  primary key (hora, motivo)
);
