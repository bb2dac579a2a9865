import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { janelaAberta } from '#domain/conversa.ts'
import { ehDaRegua, finalidadeDaRegua } from '#domain/mensagem.ts'
import { podeSerDele } from '#domain/telefone.ts'
import type { Destino } from '#server/cloud-api/cloud-api.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import type { Cancelamento } from '#server/saida/saida.actions.ts'
import { cancelarComRelatorio } from './canceladas.actions.ts'
import { type Candidata, lerCandidatas, umaDeCada } from './candidatas.queries.ts'
import { type ComCodigo, codigosDaVez, type MeiosDosCodigos, recebedorDoBotao } from './codigos.actions.ts'
import { semAsQueEsperam } from './esperas.ts'
import { type Corpo, type Mensagem, type Pessoas, type QuemRecebe, quemRecebe, type Veredito } from './julgamento.ts'
import { julgarPessoas } from './julgamento-pessoa.ts'
import { julgarRegua } from './julgamento-regua.ts'
import { linksDaVez } from './links.actions.ts'
import { emPartes } from './separacao.actions.ts'
import { travarMensagens, travarPessoas } from './travas.queries.ts'

/** A message that is ours to send, with everything fixed. */
export interface Reivindicada {
  id: number
  contatoId: number
  referencia: string
  para: Destino
  corpo: Corpo
  /** The template's version, when it is one. */
  versaoId: number | null
  reivindicadaEm: Date
  /** Tries that failed before this one. */
  tentativas: number
}

/**
 * Takes the next messages from the outbox. Under the locks of their customers each is judged again, with everything
 * already received counted: what may go is fixed (text, accounts, approved version), what may not is cancelled.
 * The claim is the moment of sending, but for those whose code a PSP has still to make (`semCodigo`).
 * People's messages go before the engine's, those of one person in their order.
 */
export async function reivindicar(
  db: Db,
  agora: Date,
  quantas: number,
  { log, ...meios }: Meios & { log?: FastifyBaseLogger },
): Promise<Tomadas> {
  const candidatas = umaDeCada(await lerCandidatas(db, agora, quantas))
  if (candidatas.length === 0) return { lote: [], semCodigo: [], vistas: 0 }
  const partes = await emPartes({ db, agora, log }, candidatas, (quais) => tomar(db, agora, quais, meios))
  return {
    lote: partes.flatMap(({ lote }) => lote),
    semCodigo: partes.flatMap(({ semCodigo }) => semCodigo),
    vistas: partes.reduce((soma, { vistas }) => soma + vistas, 0),
  }
}

interface Meios {
  origem: string
  codigos?: MeiosDosCodigos
}
interface Tomadas {
  lote: Reivindicada[]
  semCodigo: (Reivindicada & ComCodigo)[]
  vistas: number
}

const tomar = (db: Db, agora: Date, candidatas: Candidata[], { origem, codigos: meios = null }: Meios) =>
  emTransacao(db, async (trx): Promise<Tomadas> => {
    const pessoas = await travarPessoas(trx, candidatas)
    const travadas = await travarMensagens(trx, candidatas)
    // Again: what was nobody's when it was read may be by now of somebody who has another here.
    const umas = new Set(umaDeCada([...travadas.filter((uma) => !ehDaRegua(uma)), ...travadas.filter(ehDaRegua)]))
    const mensagens = travadas.filter((uma) => umas.has(uma))
    const livres = await semAsQueEsperam(trx, mensagens, pessoas, agora)
    const botao = recebedorDoBotao(meios)
    const [regua, outras] = [livres.filter(ehDaRegua), livres.filter((mensagem) => !ehDaRegua(mensagem))]
    const vereditos = new Map([
      ...(await julgarRegua(trx, regua, pessoas, agora, botao)),
      ...(await julgarPessoas(trx, outras, pessoas, agora, botao)),
    ])
    await linksDaVez(trx, livres, vereditos, origem, agora)
    const pendentes = await codigosDaVez(trx, livres, vereditos, meios, agora)
    const todas = await aplicar(trx, livres, vereditos, pessoas, agora)
    const semCodigo = todas.flatMap((uma) => {
      const codigo = pendentes.get(uma.id)
      return codigo ? [{ ...uma, codigo }] : []
    })
    return { lote: todas.filter(({ id }) => !pendentes.has(id)), semCodigo, vistas: candidatas.length }
  })

async function aplicar(
  trx: Trx,
  mensagens: Mensagem[],
  vereditos: Map<number, Veredito>,
  pessoas: Pessoas,
  agora: Date,
): Promise<Reivindicada[]> {
  const lote: Reivindicada[] = []
  const mudancas: object[] = []
  const cobertas: Coberta[] = []
  const doMotor: number[] = []
  const canceladas = new Map<string, { porque: Cancelamento; mensagens: Mensagem[] }>()
  for (const mensagem of mensagens) {
    const pessoa = pessoas.get(quemRecebe(mensagem))
    const para = pessoa && destino(pessoa, mensagem, agora)
    const veredito = para ? vereditos.get(mensagem.id)! : { cancelar: SEM_DESTINO }
    if ('cancelar' in veredito) {
      // Compared by the whole sentence, because one code has several.
      const porque = JSON.stringify(veredito.cancelar)
      const grupo = canceladas.get(porque) ?? { porque: veredito.cancelar, mensagens: [] }
      canceladas.set(porque, { ...grupo, mensagens: [...grupo.mensagens, mensagem] })
      continue
    }
    const mudanca = mudancaDe(mensagem, veredito, para!)
    mudancas.push(mudanca)
    lote.push({
      id: mensagem.id,
      contatoId: pessoa!.contato.id,
      referencia: mensagem.referencia,
      para: para!,
      corpo: veredito.enviar,
      versaoId: mudanca.modelo_versao_id,
      reivindicadaEm: agora,
      tentativas: mensagem.tentativas,
    })
    if (veredito.cobre) doMotor.push(mensagem.id)
    for (const { contaId, dias } of veredito.cobre ?? []) cobertas.push({ mensagemId: mensagem.id, contaId, dias })
  }
  for (const { porque, mensagens: grupo } of canceladas.values()) await cancelarComRelatorio(trx, grupo, porque)
  await gravarReivindicadas(trx, mudancas, { doMotor, cobertas }, agora)
  return lote
}

const SEM_DESTINO: Cancelamento = {
  codigo: 'contato_invalido',
  mensagem: 'O cliente não tem mais este telefone.',
}

/** Inside the window the number that wrote; outside it the registered one. */
function destino({ cliente, contato }: QuemRecebe, mensagem: Mensagem, agora: Date): Destino | null {
  if (mensagem.contato_id !== contato.id) return null // the phone was changed meanwhile
  const dele = contato.wa_id && (!cliente.telefone || podeSerDele(cliente.telefone, contato.wa_id))
  if (mensagem.tipo !== 'template' && dele && janelaAberta(contato.janela_ate, agora)) return `+${contato.wa_id}`
  if (cliente.telefone) return cliente.telefone
  return contato.bsuid ? { bsuid: contato.bsuid } : null
}

function mudancaDe(mensagem: Mensagem, veredito: Exclude<Veredito, { cancelar: unknown }>, para: Destino) {
  const { modelo, enviar, guardar = enviar } = veredito
  return {
    id: mensagem.id,
    conteudo: veredito.conteudo ?? mensagem.conteudo,
    modelo_tipo: modelo?.tipo ?? mensagem.modelo_tipo,
    modelo_versao_id: modelo?.versaoId ?? mensagem.modelo_versao_id,
    parametros: 'parametros' in guardar ? guardar.parametros : null,
    partes: 'partes' in guardar ? guardar.partes : null,
    finalidade: modelo ? finalidadeDaRegua(modelo.tipo) : mensagem.finalidade,
    passo: veredito.passo === undefined ? mensagem.passo : veredito.passo,
    telefone: typeof para === 'string' ? para : null,
  }
}

interface Coberta {
  mensagemId: number
  contaId: number
  dias: number
}
/** What the engine's messages among those claimed cover; a question covers nothing. */
interface Cobertura {
  doMotor: readonly number[]
  cobertas: readonly Coberta[]
}

/** The steps of an engine message become those of its current text. */
async function gravarReivindicadas(trx: Trx, mudancas: object[], cobertura: Cobertura, agora: Date) {
  if (mudancas.length === 0) return
  await sql`
    update mensagem m set envio = 'reivindicada', reivindicada_em = ${agora}, conteudo = n.conteudo,
      partes = n.partes, modelo_tipo = n.modelo_tipo, modelo_versao_id = n.modelo_versao_id, parametros = n.parametros,
      finalidade = n.finalidade, passo = n.passo, telefone = n.telefone
    from jsonb_to_recordset(${JSON.stringify(mudancas)}::jsonb) as n(id bigint, conteudo text, modelo_tipo text,
      modelo_versao_id bigint, parametros jsonb, partes jsonb, finalidade text, passo int, telefone text)
    where m.id = n.id`.execute(trx)
  if (cobertura.doMotor.length > 0) await gravarPassos(trx, cobertura)
}

/** Nearly always the steps are those of the run, and nothing is written. */
async function gravarPassos(trx: Trx, { doMotor, cobertas }: Cobertura) {
  const ditos = sql`(
    select c.id as conta_id, n.dias, c.vencimento, n."mensagemId" as mensagem_id, c.cliente_id
    from jsonb_to_recordset(${JSON.stringify(cobertas)}::jsonb) as n("mensagemId" bigint, "contaId" bigint, dias int)
      join conta c on c.id = n."contaId") as d`
  const mesmo = sql`p.mensagem_id = d.mensagem_id and p.conta_id = d.conta_id and p.dias = d.dias and p.vencimento = d.vencimento`
  await sql`
    delete from cobranca_passo p where p.mensagem_id = any(${[...doMotor]}::bigint[])
      and not exists (select from ${ditos} where ${mesmo})`.execute(trx)
  await sql`
    insert into cobranca_passo (conta_id, dias, vencimento, mensagem_id, cliente_id)
    select d.conta_id, d.dias, d.vencimento, d.mensagem_id, d.cliente_id from ${ditos}
    where not exists (select from cobranca_passo p where ${mesmo})`.execute(trx)
}
