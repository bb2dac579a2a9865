import { diaPermitido, horarioPermitido } from '#domain/calendario.ts'
import { type Dia, localDe } from '#domain/data.ts'
import { dadosParaMensagem } from '#server/clientes/destinatario.queries.ts'
import { lerConfiguracao } from '#server/configuracao/configuracao.queries.ts'
import type { Trx } from '#server/db/schema.ts'
import { ultimaVersao } from '#server/modelos/modelos.queries.ts'
import { preencherModelo } from '#server/modelos/preencher.queries.ts'
import { enfileirar } from '#server/saida/saida.actions.ts'
import type { Recebida } from './recebida.ts'

/** An older message, from a backlog, gets no out-of-hours notice. */
const RECENTE_MS = 60 * 60_000

/** Once a day, whoever writes outside the hours hears that somebody will answer. */
export async function avisarForaDoHorario(trx: Trx, recebidas: readonly Recebida[], agora: Date) {
  const { dia, hora } = localDe(agora)
  const avisaveis = recebidas.filter(
    ({ contato, em }) =>
      contato.aceita_mensagens && contato.fora_do_horario_dia !== dia && agora.getTime() - em.getTime() <= RECENTE_MS,
  )
  if (avisaveis.length === 0) return
  const { horario, calendario } = await lerConfiguracao(trx)
  if (diaPermitido(dia, calendario) && horarioPermitido(dia, hora, horario)) return
  const { texto } = await ultimaVersao(trx, 'fora_do_horario') // free text, which needs nobody's approval
  for (const recebida of avisaveis) await avisar(trx, recebida, texto, dia, agora)
}

async function avisar(trx: Trx, { contato, clienteId }: Recebida, texto: string, dia: Dia, agora: Date) {
  const cliente = clienteId === null ? undefined : await dadosParaMensagem(trx, clienteId)
  if (!cliente) return
  await trx.updateTable('contato').set({ fora_do_horario_dia: dia }).where('id', '=', contato.id).execute()
  contato.fora_do_horario_dia = dia
  const { conteudo } = await preencherModelo(trx, { tipo: 'fora_do_horario', texto, cliente, operador: null, dia })
  const saida = { finalidade: 'fora_do_horario', tipo: 'texto', conteudo, automatica: true } as const
  await enfileirar(
    trx,
    { ...saida, clienteId: cliente.id, contatoId: contato.id, modeloTipo: 'fora_do_horario' },
    agora,
  )
}
