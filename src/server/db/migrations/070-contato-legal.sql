-- When the law of each state lets a debtor be contacted, in the customer's own time; hours null: no contact. What the program
-- brings is a start: whoever runs it checks the sources, changes rows and says when. `ativo` false: the company's hours alone.
create table lei_de_contato (
  uf text primary key check (uf ~ '^[A-Z]{2}$'),
  inicio text check (inicio ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  fim text check (fim ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  sabado_inicio text check (sabado_inicio ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  sabado_fim text check (sabado_fim ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  fonte text not null check (length(fonte) between 1 and 1000),
  conferido_em date not null,
  ativo boolean not null default true,
  check (inicio < fim and (inicio is null) = (fim is null)),
  check (sabado_inicio < sabado_fim and (sabado_inicio is null) = (sabado_fim is null))
);
insert into lei_de_contato (uf, inicio, fim, sabado_inicio, sabado_fim, fonte, conferido_em) values
  ('SP', '08:00', '20:00', '08:00', '14:00', 'Lei 15.426/2014 (SP)', '2026-11-22'),
  ('AL', '08:00', '20:00', '08:00', '14:00', 'Lei 7.782/2016 (AL), que vale também para mensagens de texto', '2026-11-22'),
  ('RJ', '09:00', '19:00', null, null, 'Lei 7.868/2018 (RJ)', '2026-11-22'),
  ('ES', '08:00', '19:00', null, null, 'Lei 10.626/2017 (ES)', '2026-11-22'),
  ('AM', '08:00', '18:00', '08:00', '14:00', 'Lei 306/2016 (AM) e lei estadual posterior, noticiada como 8h às 18h: confira o texto', '2026-11-22'),
  ('PR', '08:00', '18:00', '08:00', '13:00', 'Lei 252/2010 (PR), como noticiada: confira o texto', '2026-11-22');

-- Days without sending in a state or a town (its name without accents or capitals in `chave`); they move no due day.
create table feriado_local (
  dia date not null,
  uf text check (uf ~ '^[A-Z]{2}$'),
  municipio text check (length(municipio) between 1 and 100),
  check (municipio is null or uf is not null)
);
create unique index feriado_local_um on feriado_local (dia, coalesce(uf, ''), normalizar(coalesce(municipio, '')));

-- What an import would change of them at another operator's customer waits like the rest. Every row keeps to the list before.
alter table importacao_alteracao drop constraint importacao_alteracao_campo_check;
alter table importacao_alteracao add constraint importacao_alteracao_campo_check check (campo in ('nome', 'telefone', 'email',
  'codigo_externo', 'uf', 'municipio', 'valor', 'vencimento', 'cancelamento')) not valid;

-- Where the customer is, when the register says: else the area code of the phone does.
alter table cliente add column uf text check (uf ~ '^[A-Z]{2}$');
alter table cliente add column municipio text check (length(municipio) between 1 and 100);
