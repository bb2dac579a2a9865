-- A superseded version is deleted at Meta, whose accounts hold 250 templates; a refusal is kept and tried again.
alter table modelo_versao add column apagada_em timestamptz;
alter table modelo_versao add column exclusao_recusada_em timestamptz;
alter table modelo_versao add column exclusao_recusa text;
