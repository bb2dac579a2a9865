"""Registra um pagamento que o ERP recebeu, uma vez só. Escopos: contas:ler, pagamentos:escrever. Só a biblioteca padrão."""

import json
import os
from datetime import datetime, timedelta, timezone
from urllib.request import Request, urlopen

COBRANCA = os.environ["COBRANCA"]
TOKEN = os.environ["TOKEN"]
# O dia é o de São Paulo; PAGO_EM diz outro, que não pode ser depois de hoje.
HOJE = os.environ.get("PAGO_EM") or str((datetime.now(timezone.utc) - timedelta(hours=3)).date())


def chamar(metodo, caminho, corpo=None, chave=None):
    cabecalhos = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
    if chave:
        cabecalhos["Idempotency-Key"] = chave
    dados = json.dumps(corpo).encode() if corpo is not None else None
    with urlopen(Request(f"{COBRANCA}/api/integracao{caminho}", dados, cabecalhos, method=metodo)) as resposta:
        return json.load(resposta)


conta = chamar("GET", "/contas/NF-7781?cliente=ERP-1042")
# A chave é a do recibo no ERP: se a conexão cair, repetir com ela não registra de novo.
pagamento = chamar(
    "POST",
    f"/contas/{conta['id']}/pagamentos",
    {"valor": 250.90, "pago_em": HOJE, "forma": "transferencia"},
    chave="recibo-99213",
)
print(f"Pagamento {pagamento['id']}: a conta {conta['numero']} está {pagamento['conta']['status']}.")
