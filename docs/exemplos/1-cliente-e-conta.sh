#!/bin/sh
# Cadastra (ou atualiza) um cliente e uma conta dele. Repetir não cria nada em dobro: o endereço diz de quem se fala.
# Escopos: clientes:escrever, contas:escrever. VENCIMENTO diz outro dia.
set -e
: "${COBRANCA:?o endereço do sistema, por exemplo https://cobranca.suaempresa.com.br}" "${TOKEN:?o token de acesso}"

enviar() {
  curl --silent --show-error --fail-with-body --request PUT "$COBRANCA/api/integracao$1" \
    --header "Authorization: Bearer $TOKEN" --header 'Content-Type: application/json' --data "$2"
  echo
}

enviar /clientes/ERP-1042 \
  '{ "nome": "Padaria Pão de Ouro Ltda", "documento": "11.222.333/0001-81", "telefone": "(11) 98765-4321", "email": "financeiro@paodeouro.example" }'
enviar '/contas/NF-7781?cliente=ERP-1042' "{ \"valor\": 1250.90, \"vencimento\": \"${VENCIMENTO:-2027-03-10}\" }"
