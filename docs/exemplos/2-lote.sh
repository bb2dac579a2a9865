#!/bin/sh
# Manda várias chamadas de uma vez, uma por linha (NDJSON, até 500); cada linha da resposta é a da linha que foi.
# Com Idempotency-Key, mandar o mesmo lote de novo não faz nada em dobro. Escopos: contas:escrever, contas:ler.
set -e
: "${COBRANCA:?o endereço do sistema}" "${TOKEN:?o token de acesso}"

curl --silent --show-error --fail-with-body "$COBRANCA/api/integracao/lote" \
  --header "Authorization: Bearer $TOKEN" --header 'Content-Type: application/x-ndjson' \
  --header 'Idempotency-Key: carga-2027-02-01' --data-binary @- <<'LINHAS'
{ "metodo": "PUT", "caminho": "/api/integracao/contas/NF-7782?cliente=ERP-1042", "corpo": { "valor": 310.00, "vencimento": "2027-03-20" } }
{ "metodo": "PUT", "caminho": "/api/integracao/contas/NF-7783?cliente=ERP-1042", "corpo": { "valor": 75.50, "vencimento": "2027-04-05" } }
{ "metodo": "GET", "caminho": "/api/integracao/contas/NF-7781?cliente=ERP-1042" }
LINHAS
