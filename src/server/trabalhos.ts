import { HORA_MS } from '#domain/data.ts'
import { trabalhosDeClientes } from '#server/clientes/clientes.jobs.ts'
import { trabalhosDeCobranca } from '#server/cobranca/cobranca.jobs.ts'
import { trabalhosDosCodigos } from '#server/codigos/codigos.jobs.ts'
import { trabalhosDeConciliacao } from '#server/conciliacao/conciliacao.jobs.ts'
import type { Config } from '#server/config.ts'
import { trabalhosDeContas } from '#server/contas-receber/contas.jobs.ts'
import { trabalhosDeCopia } from '#server/copia/copia.jobs.ts'
import { trabalhosDoDespacho } from '#server/despacho/despacho.jobs.ts'
import { trabalhosDaGuarda } from '#server/guarda/guarda.jobs.ts'
import { esquecerChaves } from '#server/http/idempotencia.ts'
import { trabalhosDeImportacoes } from '#server/importacoes/importacoes.jobs.ts'
import { trabalhosDaIntegracao } from '#server/integracao/integracao.jobs.ts'
import type { Trabalho } from '#server/jobs/trabalhos.ts'
import { esquecerLinks } from '#server/links/links.actions.ts'
import { trabalhosDeLogs } from '#server/logs/logs.jobs.ts'
import { trabalhosDeMensagens } from '#server/mensagens/mensagens.jobs.ts'
import { trabalhosDeModelos } from '#server/modelos/modelos.jobs.ts'
import { trabalhosDaPasta } from '#server/pasta/pasta.jobs.ts'
import { trabalhosDoRecebimento } from '#server/recebimento/recebimento.jobs.ts'
import { trabalhosDaRecuperacao } from '#server/recuperacao/recuperacao.jobs.ts'
import { esquecerPedidos } from '#server/recuperacao/recuperacao.queries.ts'
import { trabalhosDeChaves } from '#server/segredos/segredos.jobs.ts'
import type { Servicos } from '#server/servicos.ts'
import { esquecerAcessosAntigos } from '#server/sessao/sessao.jobs.ts'
import { trabalhosDoWhatsapp } from '#server/whatsapp/whatsapp.jobs.ts'

/** Everything that runs by itself, on every node. */
export function trabalhosDe(servicos: Servicos, config: Config): Trabalho[] {
  return [
    ...trabalhosDeModelos(servicos),
    ...trabalhosDoWhatsapp(servicos),
    ...trabalhosDeMensagens(servicos),
    ...trabalhosDoDespacho(servicos),
    ...trabalhosDeCobranca(servicos, config),
    ...trabalhosDoRecebimento(servicos),
    ...trabalhosDosCodigos(servicos),
    ...trabalhosDeClientes(servicos),
    ...trabalhosDeContas(servicos),
    ...trabalhosDeConciliacao(servicos),
    ...trabalhosDeImportacoes(servicos),
    ...trabalhosDaPasta(servicos, config),
    ...trabalhosDaIntegracao(servicos),
    ...trabalhosDaRecuperacao(servicos),
    ...trabalhosDeChaves(servicos),
    ...trabalhosDeCopia(servicos, config),
    ...trabalhosDeLogs(servicos),
    ...trabalhosDaGuarda(servicos),
    {
      nome: 'limpeza',
      cadaMs: HORA_MS,
      async executar() {
        await esquecerAcessosAntigos(servicos)
        await esquecerChaves(servicos)
        await esquecerPedidos(servicos.db, servicos.relogio.agora())
        await esquecerLinks(servicos.db, servicos.relogio.agora())
      },
    },
  ]
}
