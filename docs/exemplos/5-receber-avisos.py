"""Recebe webhooks e confere a assinatura (Standard Webhooks). Só a biblioteca padrão.

SEGREDO é o `whsec_…` mostrado ao criar o webhook. Responda 2xx depressa e trate o aviso depois: o mesmo aviso pode vir
mais de uma vez, e o `webhook-id` diz que é ele.
"""

import base64
import hashlib
import hmac
import json
import os
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

CHAVE = base64.b64decode(os.environ["SEGREDO"].removeprefix("whsec_"))
TOLERANCIA_S = 300


def assinado(cabecalhos, corpo):
    ident, instante = cabecalhos.get("webhook-id", ""), cabecalhos.get("webhook-timestamp", "")
    # A hora do sistema; numa demonstração com o relógio mudado, TOLERANCIA=0 a ignora.
    if os.environ.get("TOLERANCIA") != "0" and abs(time.time() - int(instante or 0)) > TOLERANCIA_S:
        return False
    certo = base64.b64encode(hmac.new(CHAVE, f"{ident}.{instante}.".encode() + corpo, hashlib.sha256).digest()).decode()
    ditas = [uma.partition(",")[2] for uma in cabecalhos.get("webhook-signature", "").split()]
    return any(hmac.compare_digest(certo, dita) for dita in ditas)


class Avisos(BaseHTTPRequestHandler):
    def do_POST(self):
        corpo = self.rfile.read(int(self.headers.get("content-length", 0)))
        certo = assinado(self.headers, corpo)
        self.send_response(204 if certo else 401)
        self.end_headers()
        if certo:
            aviso = json.loads(corpo)
            print(aviso["type"], json.dumps(aviso["data"]), flush=True)

    def log_message(self, *_):
        pass


servidor = HTTPServer(("127.0.0.1", int(os.environ.get("PORTA", "8080"))), Avisos)
print(f"ouvindo em http://127.0.0.1:{servidor.server_port}", flush=True)
servidor.serve_forever()
