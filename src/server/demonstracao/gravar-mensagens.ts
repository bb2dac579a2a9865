import { diaDe } from '#domain/data.ts'
import { lerIntencoes } from '#domain/intencao.ts'
import { finalidadeDaRegua } from '#domain/mensagem.ts'
import { type Cenario, MINUTO, menos } from './cenario.ts'
import { DIALOGOS, SAUDACAO } from './falas.ts'
import type { ContaContada, Historia } from './historia.ts'
import type { Ficha } from './pessoas.ts'

/** The cadence's messages to one customer: accepted, delivered and mostly read. */
export async function gravarEnvios(
  cena: Cenario,
  clienteId: number,
  contatoId: number,
  ficha: Ficha,
  historia: Historia,
  ids: Map<ContaContada, number>,
) {
  const { trx } = cena
  for (const envio of historia.envios) {
    const mensagem_id = await gravarEnvio(cena, clienteId, contatoId, ficha, envio)
    const cobertos = envio.contas.map((conta) => ({
      conta_id: ids.get(conta)!,
      dias: envio.passo,
      vencimento: conta.vencimento,
      mensagem_id,
      cliente_id: clienteId,
    }))
    await trx
      .insertInto('cobranca_passo')
      .values(cobertos)
      .onConflict((c) => c.doNothing())
      .execute()
  }
  const ultimo = historia.envios.at(-1)
  if (ultimo) {
    await trx
      .updateTable('contato')
      .set({ ultimo_modelo_dia: ultimo.dia, ultima_cobranca_dia: ultimo.dia, ultimo_contato_em: ultimo.em })
      .where('id', '=', contatoId)
      .execute()
    await trx.updateTable('cliente').set({ ultimo_contato_em: ultimo.em }).where('id', '=', clienteId).execute()
  }
}

async function gravarEnvio(
  { trx, sorteio, redigir }: Cenario,
  clienteId: number,
  contatoId: number,
  ficha: Ficha,
  envio: Historia['envios'][number],
): Promise<number> {
  const aceita = new Date(envio.em)
  const lida = sorteio.chance(0.8)
  const { id } = await trx
    .insertInto('mensagem')
    .values({
      cliente_id: clienteId,
      contato_id: contatoId,
      direcao: 'enviada',
      tipo: 'template',
      conteudo: redigir(envio, ficha),
      status: lida ? 'lida' : 'entregue',
      automatica: true,
      finalidade: finalidadeDaRegua(envio.tipo),
      modelo_tipo: envio.tipo,
      envio: 'aceita',
      wamid: `wamid.demo-${clienteId}-${envio.dia}`,
      dia: envio.dia,
      passo: envio.passo,
      tentativas: 1,
      aceita_em: aceita,
      entregue_em: new Date(aceita.getTime() + 4_000),
      lida_em: lida ? new Date(aceita.getTime() + sorteio.inteiro(1, 90) * MINUTO) : null,
      contou_chamada: envio.tipo !== 'parcela',
      preco_tipo: 'regular',
      preco_categoria: 'utility',
      telefone: ficha.telefone,
      created_at: aceita,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The talk of those who answered: some wait unread, some are being served, some ended months ago. */
export async function gravarConversa(
  cena: Cenario,
  clienteId: number,
  contatoId: number,
  historia: Historia,
  operadorId: number | null,
  /** Since when the customer waits: from the first thing they wrote on. */
  desde: string | null,
) {
  const { sorteio, agora } = cena
  const aberta = historia.enredo === 'respondeu' || historia.enredo === 'em_atendimento'
  const ultimo = historia.envios.at(-1)
  if (!aberta && !(ultimo && sorteio.chance(0.35))) return
  // Drawn also for who waits since a known moment: what is drawn later must stay the same story.
  const minutos = aberta ? sorteio.inteiro(4, 170) : sorteio.inteiro(10, 600)
  const inicio = aberta ? new Date(desde ?? menos(agora, minutos)) : new Date(Date.parse(ultimo!.em) + minutos * MINUTO)
  const { deles, nosso, fim } = sorteio.escolher(DIALOGOS)
  const falas: { texto: string; deles: boolean }[] = [{ texto: deles, deles: true }]
  if (sorteio.chance(0.4)) falas.unshift({ texto: SAUDACAO, deles: true })
  if (!aberta || (historia.enredo === 'em_atendimento' && operadorId)) falas.push({ texto: nosso, deles: false })
  if (!aberta) falas.push({ texto: fim, deles: true })
  const naoLidas = historia.enredo === 'respondeu' ? falas.length : 0
  let em = inicio
  let respondeuEm = inicio
  for (const fala of falas) {
    if (fala.deles) respondeuEm = em
    await gravarFala(cena, clienteId, contatoId, fala, em, operadorId ?? cena.operadores[0] ?? null, naoLidas > 0)
    em = new Date(Math.min(em.getTime() + sorteio.inteiro(1, 9) * MINUTO, agora.getTime()))
  }
  await cena.trx
    .updateTable('cliente')
    .set({ nao_lidas: naoLidas, numero_chamadas: 0 }) // an answer restarts the count of attempts
    .where('id', '=', clienteId)
    .execute()
  await cena.trx
    .updateTable('contato')
    .set({ janela_ate: new Date(respondeuEm.getTime() + 24 * 60 * MINUTO) })
    .where('id', '=', contatoId)
    .execute()
}

async function gravarFala(
  { trx }: Cenario,
  clienteId: number,
  contatoId: number,
  fala: { texto: string; deles: boolean },
  em: Date,
  autorId: number | null,
  naoLida: boolean,
) {
  const dicas = fala.deles ? lerIntencoes(fala.texto, diaDe(em)) : []
  await trx
    .insertInto('mensagem')
    .values({
      cliente_id: clienteId,
      contato_id: contatoId,
      tipo: 'texto',
      conteudo: fala.texto,
      wamid: `wamid.demo-${clienteId}-${em.getTime()}-${fala.deles ? 'r' : 'e'}`,
      created_at: em,
      ...(fala.deles
        ? {
            direcao: 'recebida' as const,
            status: 'recebida' as const,
            finalidade: 'recebida' as const,
            meta_em: em,
            nao_lida: naoLida,
            ...(dicas.length > 0 && { intencoes: JSON.stringify(dicas) }),
          }
        : {
            direcao: 'enviada' as const,
            status: 'lida' as const,
            finalidade: 'atendimento' as const,
            autor_id: autorId,
            envio: 'aceita' as const,
            aceita_em: em,
            entregue_em: em,
            lida_em: em,
          }),
    })
    .execute()
}
