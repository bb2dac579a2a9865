-- What an import left in an account includes its boleto: accounts that have one, and are as the import left them, keep saying so.
update importacao_item i
set retrato = md5(r.antes || coalesce('|l' || r.linha_digitavel, '') || coalesce('|n' || r.nosso_numero, ''))
from (
  select id, linha_digitavel, nosso_numero, row(cliente_id, numero, parcela, valor_centavos, pago_centavos, emissao, vencimento, situacao,
      nota_cancelada, substituida_por, motivo_cancelamento)::text as antes
  from conta where linha_digitavel is not null or nosso_numero is not null) r
where i.entidade = 'conta' and i.entidade_id = r.id::text and i.retrato = md5(r.antes);
