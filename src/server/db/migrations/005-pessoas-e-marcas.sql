-- What customers do to messages, what WhatsApp charges for them, and what each person agreed to.
alter table mensagem
  add column reacao text,               -- the customer's, an emoji
  add column editada_em timestamptz,
  add column apagada_em timestamptz,    -- by the customer, on their side
  add column preco_tipo text,           -- Meta's pricing object: `regular`, `free_customer_service` …
  add column preco_categoria text;
alter table contato
  add column consentimento_em timestamptz,
  add column aceita_marketing boolean not null default true, -- WhatsApp's own stop and resume
  add column marketing_em timestamptz;
alter table modelo_versao add column qualidade text; -- GREEN, YELLOW, RED, UNKNOWN
