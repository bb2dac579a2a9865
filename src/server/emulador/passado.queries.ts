import { sql } from 'kysely'
import type { PartesPreenchidas } from '#domain/partes-preenchidas.ts'
import type { MensagemEmulada, StatusEnvio } from '#emulator/mundo.ts'
import type { Db, Linha } from '#server/db/schema.ts'

/** As much as the emulator's own file keeps: the latest phones, and the end of each conversation. */
const APARELHOS = 400
const MENSAGENS = 40

type LinhaLida = Pick<
  Linha<'mensagem'>,
  | 'direcao'
  | 'tipo'
  | 'conteudo'
  | 'status'
  | 'erro_codigo'
  | 'modelo_tipo'
  | 'referencia'
  | 'reacao'
  | 'editada_em'
  | 'apagada_em'
> & { telefone: string; wamid: string; quando: string; partes: PartesPreenchidas | null; cita: string | null }

/**
 * The phones' past, from the database: each phone with its latest messages, the longest silent phone first. Anonymised customers
 * have no phone any more, and people known only by Meta's id never had one.
 */
export async function lerPassado(db: Db): Promise<{ telefone: string; mensagens: MensagemEmulada[] }[]> {
  const { rows } = await sql<LinhaLida>`
    select '+' || k.canonico as telefone, m.direcao, m.tipo, m.conteudo, m.status, m.erro_codigo, m.modelo_tipo, m.referencia,
      m.reacao, m.editada_em, m.apagada_em, m.wamid, coalesce(m.aceita_em, m.created_at) as quando, m.partes,
      citada.wamid as cita
    from (select * from mensagem where wamid is not null and contato_id is not null
        and status not in ('pendente', 'cancelada') order by id desc limit ${APARELHOS * MENSAGENS}) m
      join contato k on k.id = m.contato_id and k.canonico is not null
      left join mensagem citada on citada.id = m.responde_a
    order by quando, m.id`.execute(db)
  // Re-inserted with each message, so that the Map is ordered by last message.
  const porTelefone = new Map<string, MensagemEmulada[]>()
  for (const linha of rows) {
    const mensagens = porTelefone.get(linha.telefone) ?? []
    porTelefone.delete(linha.telefone)
    porTelefone.set(linha.telefone, [...mensagens, noAparelho(linha)].slice(-MENSAGENS))
  }
  return [...porTelefone].slice(-APARELHOS).map(([telefone, mensagens]) => ({ telefone, mensagens }))
}

const STATUS: Partial<Record<LinhaLida['status'], StatusEnvio>> = {
  enviada: 'sent',
  entregue: 'delivered',
  lida: 'read',
  falha: 'failed',
  recebida: 'delivered',
}

/** Files are named, not shown: only what came through this emulator has them. */
function noAparelho(linha: LinhaLida): MensagemEmulada {
  const modelo = linha.tipo === 'template'
  const botoes = linha.partes?.botoes ?? []
  return {
    wamid: linha.wamid,
    direcao: linha.direcao === 'enviada' ? 'empresa' : 'cliente',
    tipo: modelo ? 'template' : 'text',
    texto: linha.conteudo,
    quando: linha.quando,
    status: STATUS[linha.status] ?? 'sent',
    erro: linha.status === 'falha' ? Number(linha.erro_codigo) || null : null,
    referencia: linha.referencia,
    cita: linha.cita,
    botoes: botoes.flatMap((um) => (um.tipo === 'resposta' ? { texto: um.texto, id: um.retorno } : [])),
    cabecalho: linha.partes?.cabecalho?.texto ?? null,
    acoes: botoes.flatMap((um) => (um.tipo === 'resposta' ? [] : acaoDe(um))),
    midia: null,
    ...(linha.apagada_em ? { mudada: 'apagada' as const } : linha.editada_em ? { mudada: 'editada' as const } : {}),
    reacao: linha.reacao,
    modelo: linha.modelo_tipo,
    categoria: modelo ? 'utility' : 'service',
  }
}

type BotaoQueAbre = Exclude<PartesPreenchidas['botoes'][number], { tipo: 'resposta' }>
const acaoDe = (botao: BotaoQueAbre) => ({
  tipo: botao.tipo === 'link' ? ('link' as const) : ('copiar' as const),
  texto: botao.texto,
  valor: botao.tipo === 'link' ? botao.url : botao.codigo,
})
